import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { loadTemplates, nameFolder } from '@songreel/templates'
import { MOVING_MAX_BYTES } from '@songreel/templates/preview'
import sharp from 'sharp'
import { describeGallery } from './describe-gallery.ts'

const GALLERY = new URL('../docs/templates/', import.meta.url)
const REMEDY = 'npm run preview -- --gallery <name> writes it'

test('the gallery shows every template as it is, moving', async () => {
  const templates = await loadTemplates()
  assert.equal(await readFile(new URL('README.md', GALLERY), 'utf8'), describeGallery(templates), REMEDY)
  for (const contentId of templates.keys()) {
    const file = new URL(`${nameFolder(contentId)}.webp`, GALLERY)
    const { size } = await stat(file).catch(() =>
      assert.fail(`${contentId} has no moving preview; ${REMEDY}`),
    )
    assert.ok(size <= MOVING_MAX_BYTES, `${contentId}: ${size} bytes`)
    const { pages = 1 } = await sharp(await readFile(file), { animated: true }).metadata()
    assert.ok(pages >= 30, `${contentId}: ${pages} frames`)
  }
})
