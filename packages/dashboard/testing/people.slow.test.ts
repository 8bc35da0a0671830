import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '@songreel/server/testing/start-service.ts'
import { openBrowser } from '../../../tools/browser/open-browser.ts'
import { checkWithAxe } from './check-with-axe.ts'
import { signIn } from './sign-in.ts'

const browser = await openBrowser()
after(() => browser.close())
const service = await startService({ after })
const { url, api, apiAs, token } = service
const skip = browser.missing

test('a colleague is invited, gets in by the link once, and is told apart, named and signed out', {
  skip,
}, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn(service, page.context())
  await page.goto(`${url}/settings`)
  await page.getByText('No invitation is open').waitFor()
  const invite = async (name: string, role: RegExp) => {
    await page.getByRole('button', { name: 'Invite…' }).click()
    await page.getByLabel('Who it is for').fill(name)
    await page.getByRole('radio', { name: role }).check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    return page.getByRole('region', { name: 'The link' }).innerText()
  }
  const link = await invite('Tom', /^Look/)
  assert.ok(link.startsWith(`${url}/claim#c_`), link)
  await checkWithAxe(page, 'the link of /settings')
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByText('can look').waitFor()

  const tom = await browser.openPage(t, link)
  await tom.waitForURL(`${url}/`)
  await invite('Ann', /^Own/)
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'Take back the invitation of Ann' }).click()
  await page.getByText('No invitation is open').waitFor()

  await page.reload()
  await page.getByText(/by invitation · from 127\.0\.0\.1/).waitFor()
  await page.getByText('this one').waitFor()
  await checkWithAxe(page, '/settings')
  await page.getByRole('button', { name: 'Rename Tom' }).click()
  await page.getByLabel('Name', { exact: true }).last().fill('Tom on the train')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByRole('button', { name: 'Sign out Tom on the train' }).click()
  await page.getByText('Tom on the train is signed out').waitFor()
  await tom.goto(`${url}/batches`)
  await tom.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('whoever may only look is offered nothing that changes anything', { skip }, async (t) => {
  const artist = (await api('POST', '/v1/artists', { name: 'Odalys Wren' })).body.data
  const bundle = { name: 'Harbour EP', artistId: artist.artistId }
  const album = (await api('POST', '/v1/media-bundles', bundle)).body.data
  const song = { name: 'Tin Lanterns', mediaBundleId: album.mediaBundleId }
  const media = (await api('POST', '/v1/media', song)).body.data
  const key = (await api('POST', '/v1/api-keys', { name: 'viewer', scopes: ['read'] })).body.data
  const page = await browser.openPage(t, `${url}/signin`)
  await signIn({ url, api: apiAs(token) }, page.context())
  const pages = {
    '/': 'No batches yet',
    '/batches': 'Batches',
    '/catalogue': 'Catalogue',
    [`/artists/${artist.artistId}`]: 'Odalys Wren',
    [`/albums/${album.mediaBundleId}`]: 'Harbour EP',
    [`/songs/${media.mediaId}`]: 'Tin Lanterns',
    '/templates': 'Templates',
    '/webhooks': 'Webhooks',
    '/settings': 'Settings',
  }
  const CHANGES =
    /^(New batch|Make|Add|Edit|Import|Write|Try again|Stop|Move up|Save|Remove|Choose files|Send test|Resend|Rotate|Revoke|New key|Invite|Sign out .)/
  const listChanges = async (path: string, heading: string) => {
    await page.goto(url + path)
    await page.getByRole('heading', { name: heading, level: 1 }).first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const offered = page.locator('button:visible, a.button:visible').filter({ hasText: CHANGES })
    return offered.allInnerTexts()
  }
  let offeredToOwner = 0
  for (const [path, heading] of Object.entries(pages))
    offeredToOwner += (await listChanges(path, heading)).length
  assert.ok(offeredToOwner > 15, `an owner is offered ${offeredToOwner}, so the test could have failed`)

  await page.context().clearCookies()
  await page.goto(`${url}/signin`)
  await page.getByLabel('API token').fill(key.token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/`)
  for (const [path, heading] of Object.entries(pages))
    assert.deepEqual(await listChanges(path, heading), [], path)
  await page.goto(`${url}/new`)
  await page.getByRole('heading', { name: 'You can look, but not make videos' }).waitFor()
  await page.goto(`${url}/batches`)
  await page.getByRole('heading', { name: 'Batches', level: 1 }).waitFor()
  await page.keyboard.press('n')
  assert.equal(new URL(page.url()).pathname, '/batches')
})

test('a link that is pasted into the open claim page signs in, and one that was used says so', {
  skip,
}, async (t) => {
  const makeLink = async () => new URL((await api('POST', '/session/links')).body.data.url)
  const used = await makeLink()
  const page = await browser.openPage(t, url + used.pathname + used.hash, { expects: /401/ })
  await page.waitForURL(`${url}/`)
  await page.context().clearCookies()
  await page.goto(`${url}/claim`)
  await page.getByRole('heading', { name: 'Sign in with a code' }).waitFor()
  const paste = ({ hash }: URL) => page.evaluate((text) => location.assign(text), hash)
  await paste(used)
  await page.getByText('This code is not valid').waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the code does not stay in the address')
  await paste(await makeLink())
  await page.waitForURL(`${url}/`)
})

test('signing in leads back to the page that was asked for, and never elsewhere', { skip }, async (t) => {
  const page = await browser.openPage(t, `${url}/signin`)
  const arrive = async (next: string) => {
    await page.context().clearCookies()
    await page.goto(`${url}/signin?next=${encodeURIComponent(next)}`)
    await page.getByLabel('API token').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    return page.url()
  }
  assert.equal(await arrive('/batches?status=FAILED'), `${url}/batches?status=FAILED`)
  for (const next of ['/\\evil.example', '//evil.example', '/\t/evil.example', 'javascript:alert(1)'])
    assert.equal(await arrive(next), `${url}/`, next)
})

test('signing out everywhere ends the others, or all of them', { skip }, async (t) => {
  const [page, other] = [
    await browser.openPage(t, `${url}/signin`),
    await browser.openPage(t, `${url}/signin`, { expects: /401/ }),
  ]
  for (const each of [page, other]) await signIn(service, each.context())
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await checkWithAxe(page, 'signing out of /settings')
  await page.getByRole('button', { name: 'All but this one' }).click()
  await page.getByText('All other browsers are signed out').waitFor()
  await other.goto(`${url}/batches`)
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
