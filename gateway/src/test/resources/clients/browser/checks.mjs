// A real browser on every page: what is asked and told, axe-core's rules, the width, and pictures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import chromium from '@sparticuz/chromium';
import {chromium as playwright} from 'playwright-core';

const {BASE, WORD, PICTURES} = process.env;
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
fs.mkdirSync(PICTURES, {recursive: true});
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: [...chromium.args, '--no-sandbox'],
  headless: true,
});
let failed = 1;
try {
  const context = await browser.newContext({ignoreHTTPSErrors: true});
  const page = await context.newPage();
  const problems = [];
  let shown = 0;
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused login is a 403, which the browser writes down.
    if (message.type() === 'error' && !/status of 403/.test(message.text())) {
      problems.push(message.text());
    }
  });

  async function look(name) {
    for (const colorScheme of ['light', 'dark']) {
      for (const width of [1280, 360]) {
        await page.emulateMedia({colorScheme});
        await page.setViewportSize({width, height: 900});
        const session = await context.newCDPSession(page); // the page's own policy lets no script in
        const {result, exceptionDetails} = await session.send('Runtime.evaluate', {
          expression: axe + `;axe.run({resultTypes: ['violations']}).then((found) => JSON.stringify({
              rules: found.passes.length,
              wrong: found.violations.map((each) => [each.id, each.nodes.map((node) => node.html)])}))`,
          awaitPromise: true,
          returnByValue: true,
        });
        await session.detach();
        assert.equal(exceptionDetails, undefined, `${name}: axe-core did not run`);
        const {rules, wrong} = JSON.parse(result.value);
        assert.ok(rules > 10, `${name}: axe-core tried ${rules} rules`);
        assert.deepEqual(wrong, [], `${name}, ${colorScheme}, ${width} wide`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${name} is ${over} too wide for ${width}`);
        const labels = await page.evaluate(() =>
          [...document.querySelectorAll('svg.chart text')]
            .filter((text) => text.checkVisibility())
            .map((text) => {
              const [box, all] = [text, text.closest('svg')].map((each) => each.getBoundingClientRect());
              return {
                text: text.textContent,
                isCut: box.left < all.left || box.right > all.right || box.bottom > all.bottom,
                size: box.height,
              };
            }));
        assert.deepEqual(labels.filter((label) => label.isCut || label.size < 11), [], `${name}, ${width}`);
        shown += labels.length;
        if ((colorScheme === 'light') === (width === 1280)) {
          await page.screenshot({path: `${PICTURES}/${name}-${colorScheme}.png`});
        }
      }
    }
    await page.setViewportSize({width: 1280, height: 900});
    await page.emulateMedia({colorScheme: 'light'});
    assert.deepEqual(problems, [], name);
    console.log('ok', name);
  }
  async function logIn(user, password) {
    await page.goto(BASE + '/login');
    await page.fill('#user', user);
    await page.fill('#password', password);
    await page.click('main button');
  }
  async function send(button, query) {
    await page.fill('#query', query);
    await page.click(`button[value=${button}]`);
    return page.textContent('main');
  }

  await page.goto(BASE + '/');
  await look('login');
  await logIn('olga', 'wrong horse');
  assert.match(await page.textContent('main'), /The name or the password is not right/);
  await look('wrong-password');
  await logIn('olga', WORD);
  assert.equal(page.url(), BASE + '/budget');
  await look('budget-unspent');

  await page.click('nav >> text=Console');
  await page.click('#query');
  await page.keyboard.type('SELECT reg');
  await page.waitForSelector('#choices:not([hidden])');
  await page.keyboard.press('ArrowDown');
  await look('completion');
  await page.keyboard.press('Enter');
  assert.match(await page.inputValue('#query'), /^SELECT region$/i);
  await page.keyboard.type(', COUNT(*) AS patients, AVG(age) AS age FROM patients GROUP BY region');
  await page.click('button[value=explain]');
  assert.match(await page.textContent('main'), /Running it costs at most epsilon 1\./);
  await look('explanation');
  await page.click('button[value=run]');
  assert.match(await page.textContent('main'), /Epsilon 1 was charged\./);
  assert.equal(await page.locator('svg.desk .interval').count(), 6);
  await look('bars');
  const href = await page.getAttribute('a[download]', 'href');
  const file = await context.request.get(BASE + href);
  assert.match(await file.text(), /^region,patients,patients_error95,age,age_error95\r\n/i);
  await send('run', 'SELECT age, COUNT(*) AS patients FROM patients WHERE age < 30 GROUP BY age');
  assert.equal(await page.locator('svg.desk .curve').count(), 1);
  assert.equal(await page.locator('svg.desk .band').count(), 1);
  await look('lines');
  assert.match(await send('run', 'SELECT region,\n  agee FROM patients'), /Line 2, column 3/);
  assert.match(await send('run', 'SELECT region, age FROM patients'), /DP-RAW-ROWS/);
  await look('refusal');
  await send('run', `SELECT region, /* ${'so '.repeat(60)} */ agee FROM patients`);
  await look('long-refusal');
  await send('run', 'SELECT region, SUM(age) * 200 AS total FROM patients GROUP BY region');
  await look('large');

  await page.click('nav >> text=History');
  await look('history');
  await page.click('tr:has-text("AVG(age)") >> text=Run again');
  await page.click('button[value=run]');
  assert.match(await page.textContent('main'), /Nothing was charged: .* Epsilon \d+ is left\./);
  for (const name of ['Budget', 'Policy', 'Owner']) {
    await page.click('nav >> text=' + name);
    await look(name.toLowerCase());
  }
  await page.click('text=Log out');
  assert.equal(page.url(), BASE + '/login');
  assert.ok((await context.cookies()).every((cookie) => cookie.name !== '__Host-dpjdbc'));
  await page.goto(BASE + '/history');
  assert.equal(page.url(), BASE + '/login');

  await logIn('fay', WORD);
  await page.goto(BASE + '/console?database=small');
  assert.match(await send('run', 'SELECT COUNT(*) FROM patients'), /Epsilon 1 was charged\./);
  assert.match(await send('run', 'SELECT SUM(age) FROM patients'), /DP-BUDGET/);
  await look('out-of-budget');
  assert.ok(shown > 0, 'no label was looked at');
  failed = 0;
} finally {
  await browser.close();
}
process.exit(failed);
