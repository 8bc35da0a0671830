import { SaxesParser } from 'saxes'
import { inputError } from '../cli-error.ts'

/** Far more than a release message needs. */
const MAX_DEPTH = 64

/** An element without its prefix; `text` is what stands directly in it. */
export type Element = {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
  /** In words. */
  place: string
}

/** Reads a document into a tree. One that declares anything is refused: declarations reach out, or grow without bound. */
export function readXml(text: string): Element {
  const parser = new SaxesParser()
  const top: Element = { name: '', attributes: {}, children: [], text: '', place: 'line 1' }
  const open = [top]
  const findPlace = () => `line ${parser.line}, column ${parser.columnIndex + 1}`
  let start = ''
  parser.on('doctype', () => {
    throw inputError(`${findPlace()}: the file has a DOCTYPE, which is never read. Export it without one.`)
  })
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    throw inputError(`${findPlace()}: the XML is not well-formed: ${reason}. Export it again.`)
  })
  parser.on('opentagstart', () => {
    start = findPlace()
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw inputError(`${start}: the XML is nested more than ${MAX_DEPTH} deep.`)
    const local = name.replace(/^.*:/, '')
    const element = { name: local, attributes, children: [], text: '', place: `${start} (${local})` }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (words: string) => {
    const element = open.at(-1)
    if (element) element.text += words
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  const [root] = top.children
  if (!root) throw inputError('The XML is empty.')
  return root
}

/** The elements at a path of names below one. */
export function findAll(element: Element | undefined, ...path: string[]): Element[] {
  const [name, ...rest] = path
  if (!element) return []
  if (name === undefined) return [element]
  return element.children.filter((child) => child.name === name).flatMap((child) => findAll(child, ...rest))
}

/** All elements of some names, however deep, in the order of the document. */
export function findDeep(element: Element, ...names: string[]): Element[] {
  return element.children.flatMap((child) => [
    ...(names.includes(child.name) ? [child] : []),
    ...findDeep(child, ...names),
  ])
}
