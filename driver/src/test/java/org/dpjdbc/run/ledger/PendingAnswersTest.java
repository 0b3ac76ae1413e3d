package org.dpjdbc.run.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.junit.jupiter.api.Test;

class PendingAnswersTest {
  private final PendingAnswers answers = new PendingAnswers();
  private final List<PendingAnswers.Pending> queue = new ArrayList<>();

  private void join(int count) {
    for (int i = 0; i < count; i++) {
      queue.add(answers.join("key"));
    }
  }

  /** What one gets that waits for a moment. */
  private static Optional<byte[]> got(PendingAnswers.Pending each) throws InterruptedException {
    return each.await(Deadline.after(Duration.ofMillis(1)), new Cancellation());
  }

  private void onlyTheFirstOneAsks() {
    assertThat(queue.get(0).isOwn()).isTrue();
    assertThat(queue.subList(1, queue.size())).noneMatch(PendingAnswers.Pending::isOwn);
  }

  /** However many have failed, and whoever comes anew, it is the one that has waited longest. */
  @Test
  void oneAsksAtATimeHoweverManyFail() throws InterruptedException {
    join(4);
    for (int failures = 0; failures < 20; failures++) {
      onlyTheFirstOneAsks();
      for (PendingAnswers.Pending each : queue) {
        assertThat(got(each)).isEmpty();
      }
      queue.remove(0).close();
      join(1);
    }
    onlyTheFirstOneAsks();
    PendingAnswers.Pending waitsNoLonger = queue.remove(2);
    waitsNoLonger.close();
    onlyTheFirstOneAsks();
    byte[] content = {1, 2, 3};
    queue.get(0).finish(content);
    assertThat(answers.join("key").isOwn()).as("who comes later").isTrue();
    for (PendingAnswers.Pending each : queue.subList(1, queue.size())) {
      assertThat(got(each)).contains(content);
    }
  }

  @Test
  void theNextOneIsWokenAndNobodyElse() throws InterruptedException {
    join(3);
    assertThat(answers.join("another").isOwn()).isTrue();
    queue.remove(0).close();
    Deadline late = Deadline.after(Duration.ofHours(1));
    assertThat(queue.get(0).await(late, new Cancellation())).isEmpty();
    assertThat(queue.get(0).isOwn()).isTrue();
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    assertThat(queue.get(1).await(late, cancelled)).isEmpty();
    assertThat(queue.get(1).isOwn()).isFalse();
  }
}
