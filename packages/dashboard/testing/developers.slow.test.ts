import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const flow = await startFlow({ after })
const { url, apiAs, hosts, client, token: oldToken } = flow
const skip = browser.missing

test('an address is saved and tried, and a delivery that failed is read and sent again', {
  skip,
}, async (t) => {
  let isUp = false
  const hook = hosts.put('/receiver', (_, response) =>
    isUp ? response.writeHead(204).end() : response.writeHead(410).end('no such receiver'),
  )
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/webhooks`)
  await page.getByRole('heading', { name: 'No address yet' }).waitFor()
  await page.getByLabel('Tell this address').fill(hook)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor()
  assert.equal((await client.organizations.get('me')).webhookUrl, hook)

  await page.getByRole('button', { name: 'Send test event' }).first().click()
  await page.getByLabel('Event', { exact: true }).last().selectOption('batch.completed')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('cell', { name: 'Failed' }).waitFor()
  await checkWithAxe(page, '/webhooks')
  await page.getByRole('link', { name: /batch\.completed/ }).click()
  await page.getByText('no such receiver').waitFor()
  await page.getByText('"isTest": true').waitFor()
  await checkWithAxe(page, '/webhooks/deliveries')

  await flow.untilFinal((await flow.post()).batchId)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByText('1 event not delivered. The last response: 410').waitFor()
  await page.getByRole('link', { name: `Webhook ${hook}` }).click()

  isUp = true
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByText('Delivered', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('row', { name: `${hook} of the organization 1 1` }).waitFor()
  const [first, second] = hosts.requests.filter(({ path }) => path === '/receiver')
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
})

test('the secret is shown and renewed, with code that verifies it', { skip }, async (t) => {
  const { secret: old } = await client.webhooks.secret()
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/webhooks`)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText(old).waitFor()
  await page.getByRole('button', { name: 'Rotate…' }).click()
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByText('The one before still signs too').waitFor()
  const { secret } = await client.webhooks.secret()
  assert.notEqual(secret, old)
  await page.getByText(secret).waitFor()
  for (const [language, words] of Object.entries(SNIPPETS)) {
    await page.getByRole('tab', { name: language }).click()
    await page.getByText(words).waitFor()
  }
})

test('a key is made and revoked, the token is rotated, and another browser is signed out', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  const other = await browser.openPage(t, `${url}/signin`, { expects: /401/ })
  await signIn(flow, other.context())
  await signIn(flow, page.context())
  await page.goto(`${url}/settings`)
  await page.getByText('Database').waitFor()
  await page.getByText('Videos per batch').waitFor()

  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('What it is for').fill('ci')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const key = await page.getByRole('region', { name: 'The new token' }).innerText()
  assert.equal((await apiAs(key)('GET', '/v1/batches')).status, 200)
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'Revoke ci' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('None yet. Give each program').waitFor()
  assert.equal((await apiAs(key)('GET', '/v1/batches')).status, 401)

  await page.getByRole('button', { name: 'Rotate…' }).click()
  await checkWithAxe(page, 'the dialog of /settings')
  await page.getByRole('button', { name: 'Rotate the token' }).click()
  const token = await page.getByRole('region', { name: 'The new token' }).innerText()
  assert.notEqual(token, oldToken)
  for (const each of [token, oldToken]) assert.equal((await apiAs(each)('GET', '/v1/batches')).status, 200)
  await page.getByRole('button', { name: 'I have it' }).click()

  await page
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click()
  await page.getByText('is signed out').waitFor()
  await other.goto(`${url}/batches`)
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await checkWithAxe(page, '/settings')
})

test('search finds a reference, a title and a code, and an id that is pasted leads there', {
  skip,
}, async (t) => {
  const media = { name: 'Paper Moons', audioUrl: flow.songUrl, isrc: 'QZABC2600001' }
  const { batchId, renderId } = await flow.post({ ref: 'harbour-ep', artist: { name: 'Ada Field' }, media })
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(flow, page.context())
  await page.goto(`${url}/batches`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: /^Id, reference/ })
  for (const [words, name] of [
    ['harbour-ep', 'harbour-ep Reference'],
    ['paper', 'Paper Moons Song'],
    ['QZ-ABC-26-00001', 'Paper Moons Song'],
    ['ada', 'Ada Field Artist'],
  ] as const) {
    await box.fill(words)
    await page.getByRole('link', { name }).waitFor()
  }
  await checkWithAxe(page, 'search')
  await box.fill(renderId)
  await page.waitForURL(`${url}/batches/${batchId}?render=${renderId}`)
})

const SNIPPETS = {
  Node: 'export function verify(rawBody, headers, secret)',
  Python: 'def verify(raw_body: bytes',
  PHP: 'function verify(string $rawBody',
  Go: 'func Verify(rawBody []byte',
}
