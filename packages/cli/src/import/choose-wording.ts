import { type Element, findAll } from './read-xml.ts'

/** Where wording applies: in these territories, or everywhere but in those. */
type Reach = { territories: string[]; excluded: string[] }

/** An element that says how something is worded, and where. */
export type Wording = { element: Element; reach: Reach; kind?: number }

/** Whose wording is wanted: the world's, or a territory's; and the message's own language. */
export type Audience = { territory: string | undefined; language: string | undefined }

/** Worldwide by name, and by its number in the CISAC list (TIS). */
const WORLDWIDE = ['Worldwide', '2136']

/**
 * The wordings, those for the audience first. Where several are for it, the kind decides, then which is the default, then
 * the message's language, then how far it reaches. ERN 4 has all of this in attributes, ERN 3 the territories around it.
 */
export function sortWordings(wordings: Wording[], { territory, language }: Audience): Wording[] {
  const rank = (wording: Wording) => [
    rankReach(wording.reach, territory),
    wording.kind ?? 0,
    ['true', undefined, 'false'].indexOf(wording.element.attributes.IsDefault),
    rankLanguage(wording.element.attributes.LanguageAndScriptCode, language),
    -wording.reach.territories.length,
  ]
  return wordings
    .map((wording) => ({ wording, ranks: rank(wording) }))
    .sort((a, b) => compare(a.ranks, b.ranks))
    .map(({ wording }) => wording)
}

/** Wordings that say themselves where they apply (ERN 4). */
export function openWordings(elements: Element[], kind = 0): Wording[] {
  return elements.map((element) => {
    const territory = element.attributes.ApplicableTerritoryCode
    return { element, kind, reach: { territories: territory ? [territory] : [], excluded: [] } }
  })
}

/** The details of a release or resource by territory (ERN 3). */
export function listDetails({ children }: Element): Wording[] {
  return children
    .filter(({ name }) => /DetailsByTerritory$/.test(name))
    .map((element) => ({
      element,
      reach: {
        territories: readCodes(element, 'TerritoryCode'),
        excluded: readCodes(element, 'ExcludedTerritoryCode'),
      },
    }))
}

function readCodes(element: Element, name: string): string[] {
  return findAll(element, name).map(({ text }) => text.trim())
}

/** The smaller, the better. What is said for a few territories alone comes after what is said for the rest of the world. */
function rankReach({ territories, excluded }: Reach, wanted: string | undefined): number {
  const isWorldwide =
    territories.some((code) => WORLDWIDE.includes(code)) ||
    (territories.length === 0 && excluded.length === 0)
  if (wanted !== undefined) {
    if (territories.includes(wanted)) return 0
    if (excluded.includes(wanted)) return 4
  }
  if (isWorldwide) return 1
  return excluded.length > 0 ? 2 : 3
}

function rankLanguage(own: string | undefined, language: string | undefined): number {
  if (own === undefined || own === language) return 0
  return own.split('-')[0] === language?.split('-')[0] ? 1 : 2
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
