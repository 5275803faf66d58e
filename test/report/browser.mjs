// Opens rendered reports in Chromium and uses them:
//
//   node browser.mjs CHROMIUM PAGE-DIRECTORY ARTEFACT-DIRECTORY
//
// Every page must be silent (no message on the console, no error, no dialog) and alone (no request
// but for the file itself); the checks below use it by mouse and keyboard. TUTTI_NODE_MODULES
// is the directory of playwright-core.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.env.TUTTI_NODE_MODULES, 'tutti.js'));
const { chromium } = require('playwright-core');
const [executablePath, pages, artefacts] = process.argv.slice(2).map((path) => resolve(path));

const browser = await chromium.launch({
  executablePath,
  // A browser of the superuser has no sandbox; the rest keeps it from talking to anybody.
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

// Opens a page, lets `use` work with it, and asserts that it stayed silent and alone.
async function visit(name, options, use) {
  const { width = 1280, ...rest } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...rest });
  context.setDefaultTimeout(10000);
  const page = await context.newPage();
  const url = pathToFileURL(join(pages, `${name}.html`)).href;
  const said = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { said.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) said.push(`request: ${request.url()}`);
  });
  try {
    await page.goto(url);
    await use(page);
    assert.deepEqual(said, [], 'the page is silent and alone');
  } finally {
    await context.close();
  }
}

const keep = (page, name) => page.screenshot({ path: join(artefacts, `${name}.png`), fullPage: true });
const current = (page) => page.locator('.finding.current');
const position = (page) => current(page).locator('output').textContent();
const shownSource = (page) => current(page).locator('.now .line.here mark').textContent();

const panel = (page) => page.locator('.interleavings');
// What is drawn where, without what the stepper marks.
const outlines = (groups) => groups.map((group) => [
  group.getAttribute('transform'), group.getAttribute('class').replace(/ ?\b(later|touched|current|changed)\b/g, ''),
  { ...group.dataset }, group.innerHTML]);

async function assertFits(page, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `the page is ${wide} wide in a window of ${width}`);
}

// A few of the things that a screen reader and a keyboard need.
async function assertAccessible(page) {
  const faults = await page.evaluate(() => {
    const found = [];
    const shown = (element) => element.checkVisibility();
    const named = (element) => (element.getAttribute('aria-label') || element.textContent).trim() !== '';
    for (const element of document.querySelectorAll('button, a[href], summary, [role=button]'))
      if (shown(element) && !named(element)) found.push('without a name: ' + element.outerHTML.slice(0, 120));
    for (const element of document.querySelectorAll('input, select'))
      if (!element.getAttribute('aria-label')) found.push('without a label: ' + element.outerHTML.slice(0, 120));
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    if (new Set(ids).size !== ids.length) found.push('an id is there twice');
    for (const attribute of ['aria-labelledby', 'href'])
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const target = element.getAttribute(attribute).replace(/^#/, '');
        if (!document.getElementById(target)) found.push(`${attribute} leads nowhere: ${target}`);
      }
    for (const image of document.querySelectorAll('svg:not([aria-hidden])'))
      if (!image.getAttribute('role') || !image.getAttribute('aria-label')) found.push('a picture without a name');
    if (!document.documentElement.lang || !document.title) found.push('no language or title');
    return found;
  });
  assert.deepEqual(faults, []);
  // Whatever the tab key reaches can be seen to have the focus.
  await page.evaluate(() => document.activeElement.blur());
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === document.body) return null;
      const outline = getComputedStyle(focused);
      const ring = focused.querySelector('.hit');
      const seen = outline.outlineStyle !== 'none' || (ring && parseFloat(getComputedStyle(ring).strokeWidth) > 3);
      return seen ? null : focused.outerHTML.slice(0, 120);
    });
    assert.equal(hidden, null, 'the focus is visible');
  }
}

const checks = {
  async 'the stepper moves by button and by key'() {
    await visit('deadlock', { width: 1600 }, async (page) => {
      const button = (step) => current(page).locator(`button[data-step=${step}]`);
      assert.equal(await position(page), 'Event 10 of 10');
      assert.equal(await page.locator('.event.later').count(), 0);
      await button('first').click();
      assert.equal(await position(page), 'Event 1 of 10');
      assert.equal(await page.locator('.event.later').count(), 9);
      assert.equal(await page.locator('.event.current').getAttribute('data-event'), '1');
      const source = await shownSource(page);
      await button('next').click();
      await button('next').click();
      assert.equal(await position(page), 'Event 3 of 10');
      assert.notEqual(await shownSource(page), source, 'the source follows');
      await button('previous').click();
      assert.equal(await position(page), 'Event 2 of 10');
      for (const [key, number] of [['End', 10], ['Home', 1], ['ArrowRight', 2], ['ArrowRight', 3], ['ArrowLeft', 2]]) {
        await page.keyboard.press(key);
        assert.equal(await position(page), `Event ${number} of 10`, key);
      }
      await button('last').click();
      await button('next').click({ force: true });
      assert.equal(await position(page), 'Event 10 of 10', 'the end is the end');
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('ArrowLeft');
      assert.equal(await position(page), 'Event 9 of 10', 'without focus');
      await keep(page, 'deadlock-1600-light');
    });
  },

  async 'an event shows its source and its call, by mouse and by Enter'() {
    await visit('deadlock', {}, async (page) => {
      await page.locator('.event[data-event="8"]').click();
      assert.match(await shownSource(page), /MPI_Send\(&cell\[border\]/);
      assert.match(await page.locator('.now .call').textContent(), /^MPI_Send\(.*dest=PROC_NULL/);
      assert.match(await page.locator('.now .where').textContent(), /examples\/deadlock\.c:15/);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.event), '8');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await page.evaluate(() => document.activeElement.dataset.event), '7', 'the focus follows');
      await page.locator('.event[data-event="9"]').focus();
      await page.keyboard.press('Enter');
      assert.equal(await position(page), 'Event 9 of 10');
      assert.match(await shownSource(page), /MPI_Recv\(&cell\[halo\]/);
      assert.match(await page.locator('.now-head').textContent(), /rank 0 blocked/);
    });
  },

  async 'the diagram and the graph say what they mean without colour'() {
    await visit('wildcard', { width: 1600, colorScheme: 'dark' }, async (page) => {
      const dashes = (selector) => current(page).locator(selector).first()
        .evaluate((path) => getComputedStyle(path).strokeDasharray);
      assert.notEqual(await dashes('.spacetime .wildcard path:not(.head)'), 'none');
      assert.notEqual(await dashes('.spacetime .alternative path:not(.head)'), 'none');
      assert.notEqual(await dashes('.spacetime .wildcard path:not(.head)'),
        await dashes('.spacetime .alternative path:not(.head)'));
      assert.equal(await dashes('.spacetime .message path:not(.head)'), 'none');
      assert.equal(await current(page).locator('.spacetime .collective').count(), 1);
      assert.ok(await current(page).locator('.spacetime rect.blocked').count() > 0);
      assert.ok(await current(page).locator('.spacetime .word', { hasText: 'blocked' }).count() > 0);
      assert.equal(await dashes('.graph .wait.all path:not(.head)'), 'none');
      await keep(page, 'wildcard-1600-dark');
    });
  },

  async 'interleavings are stepped through by button and by key'() {
    await visit('interleavings', { width: 1600 }, async (page) => {
      const walk = (step) => page.locator(`button[data-walk=${step}]`);
      const said = () => page.locator('.walk output').textContent();
      const takes = () => panel(page).locator('tr[data-event]').evaluateAll((rows) => rows
        .map((row) => row.cells[5].textContent.match(/^takes the message of event (\d)/)?.[1]).filter(Boolean).join(''));
      assert.equal(await said(), '2 of 5No. 2 of 6 explored', 'the first that fails is there at first');
      assert.equal(await takes(), '132');
      await walk('next').click();
      assert.equal(await said(), '3 of 5No. 3 of 6 explored');
      assert.equal(await takes(), '213');
      await walk('next').click();
      assert.equal(await said(), '4 of 5No. 5 of 6 explored', 'one was not kept');
      assert.equal(await takes(), '312');
      await page.keyboard.press('ArrowRight');
      assert.equal(await takes(), '321', 'by key');
      assert.equal(new URL(page.url()).hash, '#i1-r5');
      await page.keyboard.press('ArrowRight');
      assert.equal(await said(), '5 of 5No. 6 of 6 explored', 'the end is the end');
      assert.equal(await walk('next').getAttribute('aria-disabled'), 'true');
      await page.keyboard.press('Home');
      assert.equal(await said(), '1 of 5No. 1 of 6 explored');
      assert.equal(await takes(), '123');
      assert.equal(await panel(page).locator('.about .state').textContent(), 'ended');
      assert.equal(await panel(page).locator('.spacetime .collective').count(), 1);
      assert.equal(await panel(page).locator('.spacetime .blocked').count(), 0);
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('n');
      assert.equal(await takes(), '132', 'without focus');
      assert.equal(await panel(page).locator('.spacetime .collective').count(), 0);
      assert.equal(await panel(page).locator('.spacetime .mark.blocked').count(), 3);
      await page.keyboard.press('p');
      assert.equal(await takes(), '123');
      // In the picture, the arrow keys step through events.
      await panel(page).locator('.event[data-event="4"]').click();
      await page.keyboard.press('ArrowRight');
      assert.equal(await said(), '1 of 5No. 1 of 6 explored');
      assert.equal(await panel(page).locator('.stepper output').textContent(), 'Event 5 of 10');
      await keep(page, 'interleavings-1600-light');
    });
  },

  async 'interleavings show what differs, with the source beside'() {
    await visit('interleavings', { colorScheme: 'dark', width: 1600 }, async (page) => {
      const changed = () => panel(page).locator('.spacetime path:not(.head)').evaluateAll((paths) => paths
        .filter((path) => path.parentNode.matches('.changed'))
        .map(({ parentNode: { dataset } }) => `${dataset.from}-${dataset.to}`).sort());
      const width = (selector) => panel(page).locator(`.spacetime ${selector} path:not(.head)`).first()
        .evaluate((path) => parseFloat(getComputedStyle(path).strokeWidth));
      assert.deepEqual(await changed(), ['2-6', '3-5']);
      assert.match(await panel(page).locator('.difference').textContent(), /^Compared with interleaving 1: 2 messages are new, 2 are gone/);
      assert.ok(await width('.changed') > await width('.message:not(.changed), .wildcard:not(.changed)') + 1, 'not by colour alone');
      assert.match(await panel(page).locator('.about').textContent(), /the second MPI_Recv of rank 0 takes the message of rank 3/);
      assert.match(await panel(page).locator('.about').textContent(), /Outcome crash result assertion/);
      assert.deepEqual(await panel(page).locator('.changes button').allTextContents(), ['Event 5, rank 0', 'Event 6, rank 0']);
      const source = () => panel(page).locator('.now .line.here mark').textContent();
      assert.match(await source(), /MPI_Allreduce\(/);
      await panel(page).locator('.changes button').first().click();
      assert.match(await source(), /MPI_Recv\(&area\[i\]/);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.event), '5');
      await panel(page).locator('.event[data-event="7"]').click();
      assert.match(await source(), /assert\(area\[0\]/);
      assert.match(await panel(page).locator('.event[data-event="5"]').getAttribute('aria-label'), /^Event 5, rank 0: MPI_Recv\(/);
      assert.equal(await panel(page).locator('.event[data-event="5"] .number').textContent(), '5');
      await page.keyboard.press('p');
      assert.deepEqual(await changed(), [], 'the first has none before it');
      assert.equal(await panel(page).locator('.difference').count(), 0);
      // What the script puts together is what the report prints.
      await page.keyboard.press('n');
      const drawn = await panel(page).locator('.spacetime g[transform]').evaluateAll(outlines);
      const still = await browser.newPage({ javaScriptEnabled: false });
      await still.goto(page.url());
      assert.deepEqual(drawn, await still.locator('.interleavings .spacetime g[transform]').evaluateAll(outlines));
      await still.close();
      await keep(page, 'interleavings-1600-dark');
    });
  },

  async 'interleavings are filtered, and linked with findings'() {
    await visit('interleavings', {}, async (page) => {
      const said = () => page.locator('.walk output').textContent();
      // A link changes the address, and the page follows when it is told.
      const comes = async (text, why) => {
        for (let i = 0; i < 100 && (await said()) !== text; i++) await page.waitForTimeout(50);
        assert.equal(await said(), text, why);
      };
      const only = page.getByRole('button', { name: 'Only those that fail (4)' });
      await page.keyboard.press('p');
      assert.equal(await said(), '1 of 5No. 1 of 6 explored');
      await only.click();
      assert.equal(await only.getAttribute('aria-pressed'), 'true');
      assert.equal(await said(), '1 of 4 that failNo. 2 of 6 explored', 'it does not fail: the next one');
      await page.keyboard.press('p');
      assert.equal(await said(), '1 of 4 that failNo. 2 of 6 explored');
      assert.equal(await panel(page).locator('.difference').count(), 0, 'it is the first of these');
      await page.keyboard.press('End');
      assert.equal(await said(), '4 of 4 that failNo. 6 of 6 explored');
      await only.click();
      assert.equal(await said(), '5 of 5No. 6 of 6 explored', 'what is shown stays');

      await current(page).locator('a.interleaving', { hasText: '3' }).click();
      await comes('3 of 5No. 3 of 6 explored');
      await page.waitForFunction(() => document.querySelector('.walk').getBoundingClientRect().top < innerHeight); // it is scrolled to
      await panel(page).locator('.about a', { hasText: 'v-2' }).click();
      assert.equal(await current(page).getAttribute('id'), 'f2');
      assert.match(await current(page).locator('.shown-by').textContent(), /^Shown by interleaving 1, 2, 3, 5, 6$/);
      await only.click();
      await current(page).locator('a.interleaving').first().click();
      await comes('1 of 5No. 1 of 6 explored', 'a link ends the filter');
      await page.locator('.all summary').click();
      await page.locator('.all th a', { hasText: '5' }).click();
      await comes('4 of 5No. 5 of 6 explored');
      assert.equal(await page.locator('.all tr.current th').textContent(), '5');
      await page.reload();
      assert.equal(await said(), '4 of 5No. 5 of 6 explored', 'by the address');
      await assertFits(page, 1280);
    });
    await visit('interleavings', { width: 400 }, async (page) => {
      await assertFits(page, 400);
      await keep(page, 'interleavings-400-light');
    });
  },

  async 'findings are chosen and filtered'() {
    await visit('wildcard', {}, async (page) => {
      const items = page.locator('.list li:visible');
      assert.equal(await items.count(), 2);
      assert.match(await current(page).locator('h3').textContent(), /^assertion failed/);
      await page.keyboard.press('j');
      assert.match(await current(page).locator('h3').textContent(), /^MPI_Recv from any source/);
      assert.equal(new URL(page.url()).hash, '#f2');
      await page.keyboard.press('k');
      await page.locator('.list li a').nth(1).click();
      assert.equal(await page.locator('.finding:visible').count(), 1);
      assert.equal(await current(page).getAttribute('id'), 'f2');
      await page.keyboard.press('ArrowUp');
      assert.equal(await current(page).getAttribute('id'), 'f1');

      await page.keyboard.press('/');
      await page.keyboard.type('any source');
      assert.equal(await items.count(), 1);
      assert.equal(await current(page).getAttribute('id'), 'f2', 'what is hidden is not shown');
      assert.equal(await page.locator('.result').textContent(), 'Showing 1 of 2');
      await page.keyboard.type(' of nothing');
      assert.equal(await items.count(), 0);
      await page.locator('.filter input').fill('');
      await page.locator('.filter select').selectOption('assert');
      assert.equal(await items.count(), 1);
      await page.locator('.filter select').selectOption('');
      await page.locator('.severities button.warning').click();
      assert.equal(await items.count(), 1);
      assert.equal(await page.locator('.severities button.warning').getAttribute('aria-pressed'), 'false');
    });
  },

  async 'a rule is explained and a command copied'() {
    await visit('deadlock', {}, async (page) => {
      await page.locator('.finding a.rule').click();
      const dialog = page.locator('.rule-dialog');
      assert.ok(await dialog.isVisible());
      assert.match(await dialog.textContent(), /Wrong[^]*MPI_[^]*Right[^]*MPI_/);
      await keep(page, 'rule-1280-light');
      await page.keyboard.press('Escape');
      assert.ok(!await dialog.isVisible());
      await page.locator('button.copy').click();
      await page.locator('button.copy', { hasText: 'Copied' }).waitFor({ timeout: 5000 });
      const search = page.locator('body');
      await search.evaluate((body) => {
        const field = document.createElement('textarea');
        field.id = 'paste';
        body.append(field);
        field.focus();
      });
      await page.keyboard.press('Control+V');
      assert.equal(await page.locator('#paste').inputValue(), await page.locator('.replay code').textContent());
    });
  },

  async 'dark and light follow the system and the button'() {
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const brightness = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    await visit('deadlock', { colorScheme: 'dark' }, async (page) => {
      assert.ok(brightness(await ground(page)) < 150, 'dark');
      await page.locator('button.theme').click();
      assert.ok(brightness(await ground(page)) > 600, 'light by the button');
      await page.reload();
      assert.ok(brightness(await ground(page)) < 150, 'nothing is stored');
    });
    await visit('deadlock', { colorScheme: 'light' }, async (page) => {
      assert.ok(brightness(await ground(page)) > 600, 'light');
      await page.locator('button.theme').click();
      assert.ok(brightness(await ground(page)) < 150, 'dark by the button');
    });
  },

  async 'every page fits a narrow window and a wide one'() {
    for (const name of ['clean', 'deadlock', 'divergence', 'hostile', 'interleavings', 'several', 'wildcard'])
      for (const width of [400, 1600])
        await visit(name, { width, colorScheme: width === 400 ? 'dark' : 'light' }, async (page) => {
          await assertFits(page, width);
          await keep(page, `${name}-${width}`);
        });
  },

  async 'names, labels and the focus are there'() {
    for (const name of ['clean', 'deadlock', 'divergence', 'hostile', 'interleavings', 'several', 'wildcard'])
      await visit(name, {}, assertAccessible);
  },

  async 'hostile strings do nothing'() {
    await visit('hostile', {}, async (page) => {
      const look = () => page.evaluate(() => ({
        scripts: document.scripts.length,
        foreign: document.querySelectorAll('img, iframe, object, embed, link, form, base').length,
        handlers: [...document.querySelectorAll('*')].filter((element) =>
          [...element.attributes].some((attribute) => attribute.name.startsWith('on'))).length,
        hidden: [...document.querySelectorAll('template')].reduce((sum, { content }) =>
          sum + content.querySelectorAll('script, img, template').length, 0),
        controls: /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(document.body.textContent),
        pwned: typeof window.pwned,
      }));
      const nothing = { scripts: 1, foreign: 0, handlers: 0, hidden: 0, controls: false, pwned: 'undefined' };
      assert.deepEqual(await look(), nothing);
      assert.match(await page.locator('h3').first().textContent(), /<script>alert\(1\)<\/script>/);
      assert.match(await panel(page).locator('.about').textContent(), /Outcome <\/template>.*<script>alert\(1\)<\/script>/);
      assert.match(await page.locator('.walk output').textContent(), /No. 9,223,372,036,854,775,807 of/);
      for (const [events, key] of [[3, 'Home'], [0, 'n'], [3, 'n']]) {
        await page.locator('button[data-walk=next]').focus();
        await page.keyboard.press(key);
        assert.equal(await panel(page).locator('.event:visible').count(), events);
        assert.deepEqual(await look(), nothing);
      }
      assert.match(await panel(page).locator('tr[data-event="2"]').textContent(), /<script>alert\(1\)<\/script>/);
    });
    // The policy would stop a script even if one got in; this one is ours, so that it can be seen.
    await visit('clean', {}, async (page) => {
      const stopped = await page.evaluate(() => new Promise((done) => {
        document.addEventListener('securitypolicyviolation', () => done(true));
        const script = document.createElement('script');
        script.textContent = 'window.pwned = 1';
        document.body.append(script);
        setTimeout(() => done(false), 1000);
      }));
      assert.ok(stopped && await page.evaluate(() => window.pwned) === undefined);
    }).catch((error) => {
      // The violation itself is said on the console, and nothing else may be.
      if (!/^error: Executing inline script violates|^error: Refused to execute inline script/.test(error.actual?.[0]) ||
          error.actual.length !== 1) throw error;
    });
  },

  async 'a clean document says what was covered'() {
    await visit('clean', {}, async (page) => {
      assert.match(await page.locator('h2').textContent(), /Nothing found/);
      assert.match(await page.locator('.coverage').textContent(), /Covered: the only matching with 2 ranks/);
      assert.equal(await page.locator('.finding').count(), 0);
    });
  },

  async 'one execution without findings says what it did'() {
    await visit('executed', {}, async (page) => {
      assert.match(await page.locator('h2').textContent(), /Nothing found/);
      assert.match(await page.locator('.facts').textContent(), /Messages1.*Bytes in messages4.*Collective calls of all ranks2/);
      const did = page.locator('.execution');
      assert.match(await did.locator('h3').textContent(), /What it did/);
      assert.equal(await did.locator('.event').count(), 4);
      assert.match(await did.locator('output').textContent(), /4 of 4/);
      await did.locator('button[data-step="first"]').click();
      assert.match(await did.locator('.now').textContent(), /rank 0.*MPI_Send/);
      assert.match(await did.locator('.now .line.here mark').textContent(), /MPI_Send\(/);
      await keep(page, 'executed');
    });
  },

  async 'several documents have a section each'() {
    await visit('several', {}, async (page) => {
      assert.equal(await page.locator('section.document').count(), 6);
      assert.equal(await page.locator('.contents a').count(), 6);
      assert.equal(await page.locator('.finding:visible').count(), await page.locator('.workspace').count());
    });
  },

  async 'the page is complete without scripts'() {
    await visit('wildcard', { javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator('.finding:visible').count(), 2);
      assert.equal(await page.locator('svg.spacetime:visible').count(), 2);
      assert.ok(await page.locator('.rule-page:visible').count() === 2);
      assert.equal(await page.locator('button:visible').count(), 0, 'no button that does nothing');
      await keep(page, 'wildcard-without-script');
    });
    await visit('interleavings', { javaScriptEnabled: false }, async (page) => {
      assert.match(await panel(page).locator('h4:visible').textContent(), /^Interleaving 2$/);
      assert.equal(await panel(page).locator('.event:visible').count(), 10);
      await page.locator('.all summary').click();
      assert.equal(await page.locator('.all tbody tr:visible').count(), 5);
      assert.equal(await page.locator('button:visible').count(), 0, 'no button that does nothing');
    });
  },

  async 'print shows every finding'() {
    await visit('wildcard', {}, async (page) => {
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('.finding:visible').count(), 2);
      assert.equal(await page.locator('.stepper:visible, button:visible, input:visible').count(), 0);
      await keep(page, 'wildcard-print');
    });
  },

  async 'large documents stay usable'() {
    await visit('events', {}, async (page) => {
      assert.match(await page.locator('.trace .note').textContent(), /last 400 of 20,000 events/);
      assert.equal(await page.locator('.event').count(), 400);
      await page.keyboard.press('ArrowLeft');
      assert.equal(await position(page), 'Event 19,999 of 20,000');
      await current(page).locator('button[data-step=first]').click();
      assert.equal(await position(page), 'Event 19,601 of 20,000');
      const [event, frame] = await Promise.all(['.event.current', '.diagram']
        .map((selector) => page.locator(selector).boundingBox()));
      assert.ok(event.x >= frame.x - 1 && event.x + event.width <= frame.x + frame.width + 1, 'it is scrolled to');
      const [list, article] = await Promise.all(['.list', '.finding']
        .map((selector) => page.locator(selector).boundingBox()));
      assert.ok(list.y + list.height <= article.y, 'the list does not cover the finding');
      await assertFits(page, 1280);
      await keep(page, 'events-1280');
    });
    await visit('search', {}, async (page) => {
      assert.match(await panel(page).locator('.note').first().textContent(), /^1,680 interleavings were explored, 1,000 are shown here; 100 of them fail/);
      const slowest = await page.evaluate(() => {
        let most = 0;
        for (let i = 0; i < 30; i++) {
          const start = performance.now();
          document.querySelector('button[data-walk=next]').click();
          document.body.getBoundingClientRect();
          most = Math.max(most, performance.now() - start);
        }
        return most;
      });
      assert.ok(slowest < 1000, `a step takes ${slowest} ms`);
      assert.equal(await page.locator('.walk output').textContent(), '40 of 1,000No. 40 of 1,680 explored');
      assert.equal(await panel(page).locator('.event').count(), 100);
      assert.match(await current(page).locator('.shown-by').textContent(), /^Shown by interleaving 10, 20, 30, 40, 50, 60 and 94 more$/);
      const bytes = await page.evaluate(() => document.documentElement.outerHTML.length);
      assert.ok(bytes < 12e6, `the page has ${bytes} bytes`);
      await keep(page, 'search-1280');
    });
    await visit('many', {}, async (page) => {
      assert.equal(await page.locator('.list li').count(), 1000);
      for (let i = 0; i < 5; i++) await page.keyboard.press('j');
      assert.match(await current(page).locator('h3').textContent(), /^finding 6 of many/);
      await page.locator('.filter input').fill('finding 999');
      assert.equal(await page.locator('.list li:visible').count(), 1);
      await page.locator('.filter input').fill('');
      await page.locator('.filter select').selectOption('leak.comm');
      assert.equal(await page.locator('.result').textContent(), 'Showing 333 of 1000');
    });
  },

  async 'coverage shows what was not taken, where and why'() {
    await visit('coverage', {}, async (page) => {
      assert.match(await page.title(), /^\d+\.\d % covered/);
      assert.match(await page.locator('h2').textContent(), /^\d+ of 28 branches taken/);
      const reasons = await page.locator('.whys th').allTextContents();
      assert.deepEqual(reasons, ['function never entered', 'branch never reached', 'no input decides it',
        'too hard for the solver', 'only beyond a limit', 'unsatisfiable in every path tried']);
      // Bars have their length without a style of their own, which the page may not have.
      const [part, whole] = await Promise.all(['.part', '.whole']
        .map((bar) => page.locator(`.parts ${bar}`).first().boundingBox()));
      assert.ok(part.width > 0 && part.width < whole.width, `a bar of ${part.width} in ${whole.width}`);
      const curve = await page.locator('polyline.taken').getAttribute('points');
      assert.ok(curve.trim().split(' ').length >= 4, 'the curve has points');
      const ways = page.locator('.function', { hasText: 'deep' }).locator('.ways');
      assert.equal(await ways.first().isVisible(), false);
      await page.locator('.function summary', { hasText: 'deep' }).click();
      assert.equal(await ways.first().isVisible(), true);
      const texts = await ways.allTextContents();
      assert.ok(texts.some((text) => /true ✗ unsatisfiable in every path tried.*false ✓/.test(text)), texts.join());
      assert.ok(texts.some((text) => /true ✗ too hard for the solver/.test(text)), texts.join());
      assert.match(await page.locator('.line.lacking:visible').first().textContent(), /n \+ m == 11/);
      await assertAccessible(page);
      await assertFits(page, 1280);
      await keep(page, 'coverage-1280');
      await page.locator('button.theme').click();
      assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
      await keep(page, 'coverage-dark');
    });
    await visit('coverage', { width: 380 }, async (page) => {
      for (const summary of await page.locator('.function summary').all()) await summary.click();
      await assertFits(page, 380);
      await keep(page, 'coverage-380');
    });
    await visit('coverage', { javaScriptEnabled: false }, async (page) => {
      await page.locator('.function summary', { hasText: 'main' }).click();
      assert.match(await page.locator('.ways:visible').first().textContent(), /only beyond a limit/);
    });
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
await browser.close();
console.log(`${Object.keys(checks).length - failed} of ${Object.keys(checks).length} checks passed`);
process.exitCode = failed ? 1 : 0;
