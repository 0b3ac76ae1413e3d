package org.dpjdbc.it.bench;

import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.DiscreteLaplace;
import org.dpjdbc.noise.NoiseDistribution;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.NoiseTape;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Draws of noise on one core, as a query takes them: off a tape. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class NoiseSamples {
  private static final int AHEAD = 256;

  /** The scale of Laplace noise, the deviation of Gaussian noise. */
  @Param({"1", "1000", "100000000"})
  public int scale;

  private NoiseTape laplace;
  private NoiseTape gaussian;

  /** Opens the tapes. */
  @Setup
  public void open() throws ReflectiveOperationException {
    NoiseSource source = NoiseSource.secure();
    laplace = source.tape(of(DiscreteLaplace.class, scale), AHEAD);
    gaussian = source.tape(of(DiscreteGaussian.class, (long) scale * scale), AHEAD);
  }

  /** By reflection, since fractions have another package's name in the shaded jar. */
  private static NoiseDistribution of(Class<? extends NoiseDistribution> kind, long parameter)
      throws ReflectiveOperationException {
    Class<?> fraction = kind.getRecordComponents()[0].getType();
    Object value =
        fraction.getMethod("of", BigInteger.class).invoke(null, BigInteger.valueOf(parameter));
    return kind.getConstructor(fraction).newInstance(value);
  }

  /** Discrete Laplace. */
  @Benchmark
  public BigInteger laplace() {
    return laplace.next();
  }

  /** Discrete Gaussian. */
  @Benchmark
  public BigInteger gaussian() {
    return gaussian.next();
  }
}
