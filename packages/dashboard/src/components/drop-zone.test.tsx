import assert from 'node:assert/strict'
import { test } from 'node:test'
import { happen, mount, signInAs } from '../../testing/mount.ts'
import { DropZone } from './drop-zone.tsx'

const zone = (onFiles: (paths: string[]) => void) => (
  <DropZone
    text="Drop songs here"
    accept="audio/*"
    hasFolders
    onFiles={(files) => onFiles(files.map(({ path }) => path))}
  />
)

function drop(target: Element, entries: object[], files: File[] = []) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { items, files },
  })
  return happen(() => target.dispatchEvent(event))
}

function fileEntry(fullPath: string) {
  const name = fullPath.split('/').at(-1) as string
  const file = (resolve: (file: File) => void) => resolve(new File(['x'], name))
  return { name, fullPath, isFile: true, isDirectory: false, file }
}

function folderEntry(fullPath: string, inside: object[]) {
  const parts = [inside.slice(0, 1), inside.slice(1), []]
  const readEntries = (resolve: (entries: object[]) => void) => resolve(parts.shift() ?? [])
  const name = fullPath.split('/').at(-1) as string
  return { name, fullPath, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) }
}

test('files that are dropped are taken, without what systems put beside them', async (t) => {
  signInAs('write')
  const taken: string[][] = []
  const { root } = await mount(
    t,
    zone((paths) => taken.push(paths)),
  )
  const files = ['song.wav', '.DS_Store', 'Thumbs.db', 'cover.png'].map((name) => new File(['x'], name))
  await drop(
    root.querySelector('.drop') as Element,
    files.map(({ name }) => fileEntry(`/${name}`)),
    files,
  )
  assert.deepEqual(taken, [['song.wav', 'cover.png']])
})

test('a folder is looked through to its end, and its files keep their paths', async (t) => {
  signInAs('write')
  const taken: string[][] = []
  const { root } = await mount(
    t,
    zone((paths) => taken.push(paths)),
  )
  const discs = folderEntry('/Harbour EP/disc 2', [fileEntry('/Harbour EP/disc 2/02.wav')])
  const litter = folderEntry('/Harbour EP/__MACOSX', [fileEntry('/Harbour EP/__MACOSX/a.wav')])
  const inside = [fileEntry('/Harbour EP/01.wav'), litter, discs]
  await drop(root.querySelector('.drop') as Element, [folderEntry('/Harbour EP', inside)])
  assert.deepEqual(taken, [['Harbour EP/01.wav', 'Harbour EP/disc 2/02.wav']])
})

test('an empty drop is nothing, and the zone shows that something is above it', async (t) => {
  signInAs('write')
  const { root } = await mount(
    t,
    zone(() => assert.fail('nothing was dropped')),
  )
  const box = root.querySelector('.drop') as Element
  await happen(() => box.dispatchEvent(new Event('dragover', { bubbles: true, cancelable: true })))
  assert.equal(box.className, 'drop is-over')
  await drop(box, [])
  assert.equal(box.className, 'drop')
})

test('who may only look has nothing to give', async (t) => {
  signInAs('read')
  const { text } = await mount(
    t,
    zone(() => {}),
  )
  assert.equal(text(), '')
})
