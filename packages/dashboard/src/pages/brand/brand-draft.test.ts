import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Brand } from '@songreel/sdk'
import { composeInput, composePatch, findFaults, readColour, startDraft } from './brand-draft.ts'

const HARBOUR: Brand = {
  brandId: 'brd_1',
  name: 'Harbour',
  logoAssetId: 'ast_logo',
  logoDarkAssetId: null,
  logoAnimationAssetId: null,
  titleFontAssetId: 'ast_font',
  textFontAssetId: null,
  introAssetId: null,
  outroAssetId: null,
  endCardAnimationAssetId: null,
  colors: { background: '#101418', accent: '#ff3366' },
  logo: { place: 'TOP_RIGHT', size: 'SMALL', opacity: 1, shows: 'ALWAYS' },
  endCard: { text: 'Out now', secs: 4 },
}

test('a brand that was not touched has no changes', () => {
  assert.deepEqual(composePatch(startDraft(HARBOUR), HARBOUR), {})
  assert.deepEqual(composePatch(startDraft(undefined), undefined), {})
})

test('only what is different is sent, also inside of colours, logo and end card', () => {
  const draft = startDraft(HARBOUR)
  const changed = {
    ...draft,
    name: ' Harbour Records ',
    files: { logoUrl: { assetId: 'ast_new', url: 'http://x/v1/uploads/ast_new' } },
    colours: { ...draft.colours, accent: '#0C8', text: '#ffffff', background: '' },
    logo: { ...draft.logo, size: 'LARGE' as const },
    endCard: { ...draft.endCard, text: '', linkUrl: 'https://harbour.example' },
  }
  assert.deepEqual(composePatch(changed, HARBOUR), {
    name: 'Harbour Records',
    logoUrl: 'http://x/v1/uploads/ast_new',
    titleFontUrl: null,
    colors: { background: null, text: '#ffffff', accent: '#00cc88' },
    logo: { size: 'LARGE' },
    endCard: { text: null, linkUrl: 'https://harbour.example' },
  })
  assert.deepEqual(composePatch({ ...draft, hasEndCard: false }, HARBOUR), { endCard: null })
})

test('what is half typed changes nothing yet, and is named', () => {
  const draft = startDraft(HARBOUR)
  const typing = {
    ...draft,
    name: '',
    colours: { ...draft.colours, accent: '#ff33' },
    endCard: { ...draft.endCard, linkUrl: 'harbour', secs: '40' },
  }
  assert.deepEqual(composePatch(typing, HARBOUR), {})
  assert.deepEqual(Object.keys(findFaults(typing)), [
    'name',
    'colors.accent',
    'endCard.linkUrl',
    'endCard.secs',
  ])
})

test('a new brand is sent without what is not set; an end card may be a logo alone', () => {
  const draft = { ...startDraft(undefined), name: 'New', hasEndCard: true }
  assert.deepEqual(composeInput(draft), { name: 'New', endCard: {} })
})

test('colours are read as people paste them', () => {
  assert.deepEqual(['#FF3366', 'ff3366', ' #f36 ', '#ff336', 'red', ''].map(readColour), [
    '#ff3366',
    '#ff3366',
    '#ff3366',
    undefined,
    undefined,
    undefined,
  ])
})
