import type { Cell } from './catalogue.ts'
import { type Audience, listDetails, openWordings, sortWordings, type Wording } from './choose-wording.ts'
import { type Element, findAll } from './read-xml.ts'

/** Names of parties by their references (ERN 4). */
export type Parties = Map<string, string>

/** Who made something: the main artists as one name, and those who are featured on it. */
export type Credits = { artist: Cell | undefined; featured: string[] }

const TITLE_KINDS = ['DisplayTitle', undefined, 'FormalTitle']
const FEATURING = /\s+[([]?(?:feat\.?|ft\.?|featuring)\s+(.+?)[)\]]?$/i

/** What is shown as the title, in the audience's wording. */
export function readTitle(element: Element, audience: Audience): Cell | undefined {
  const inDetails = listDetails(element).flatMap(({ element: details, reach }) =>
    findAll(details, 'Title').map((title): Wording => {
      const kind = TITLE_KINDS.indexOf(title.attributes.TitleType)
      return { element: title, reach, kind: kind < 0 ? TITLE_KINDS.length : kind }
    }),
  )
  const shown = sortWordings(
    [
      ...openWordings(findAll(element, 'DisplayTitleText')),
      ...openWordings(findAll(element, 'DisplayTitle'), 1),
      ...inDetails,
    ],
    audience,
  )
  const [title] = [...shown.map((each) => each.element), ...findAll(element, 'ReferenceTitle')]
  if (title?.name === 'DisplayTitleText') return toCell(title)
  const [text] = findAll(title, 'TitleText')
  const [subTitle] = findAll(title, 'SubTitle')
  if (!text) return undefined
  const more = subTitle?.text.trim()
  return { ...toCell(text), value: more ? `${text.text.trim()} (${more})` : text.text.trim() }
}

/** Who a release or a recording is by: as it is to be shown where that is said, else all of its artists by their roles. */
export function readCredits(element: Element, parties: Parties, audience: Audience): Credits {
  const places = [element, ...sortWordings(listDetails(element), audience).map((each) => each.element)]
  const has = (place: Element, name: string) => findAll(place, name).length > 0
  const place = places.find((each) => has(each, 'DisplayArtistName') || has(each, 'DisplayArtist'))
  if (!place) return { artist: undefined, featured: [] }
  const artists = sortWordings(openWordings(findAll(place, 'DisplayArtist')), audience)
    .map((each) => describeArtist(each.element, parties))
    .filter((each) => each !== undefined)
    .sort((a, b) => a.order - b.order)
  const featured = artists.filter(({ roles }) => roles.includes('FeaturedArtist'))
  const others = artists.filter((each) => !featured.includes(each))
  const main = others.filter(({ roles }) => roles.includes('MainArtist'))
  const [shown] = sortWordings(openWordings(findAll(place, 'DisplayArtistName')), audience)
  if (shown) return splitName(toCell(shown.element), listNames(featured))
  const named = main.length > 0 ? main : others
  const [first] = named
  return {
    artist: first && { value: joinNames(listNames(named)), place: first.place },
    featured: listNames(featured),
  }
}

/** A title with those who are featured on the song, unless it names them already. */
export function addFeatured(title: Cell | undefined, featured: string[]): Cell | undefined {
  if (!title || featured.length === 0) return title
  const isNamed =
    /\b(?:feat|ft|featuring)\b/i.test(title.value) || featured.every((name) => title.value.includes(name))
  return isNamed ? title : { ...title, value: `${title.value} (feat. ${joinNames(featured)})` }
}

/** `Ana, Kojo & Lee` */
function joinNames(names: string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' & ')
}

/** `Odalys Wren feat. Kojo` is Odalys Wren, with Kojo. */
function splitName(name: Cell, featured: string[]): Credits {
  const guest = FEATURING.exec(name.value)?.[1]
  const value = name.value.replace(FEATURING, '')
  return { artist: { ...name, value }, featured: featured.length > 0 || !guest ? featured : [guest] }
}

type NamedArtist = { name: string; place: string; roles: string[]; order: number }

function describeArtist(artist: Element, parties: Parties): NamedArtist | undefined {
  const [full] = findAll(artist, 'PartyName', 'FullName')
  const [reference] = findAll(artist, 'ArtistPartyReference')
  const name = full?.text.trim() || parties.get(reference?.text.trim() ?? '')
  if (!name) return undefined
  const roles = [...findAll(artist, 'ArtistRole'), ...findAll(artist, 'DisplayArtistRole')]
  return {
    name,
    place: (full ?? reference ?? artist).place,
    roles: roles.map(({ text }) => text.trim()),
    order: Number(artist.attributes.SequenceNumber ?? Infinity),
  }
}

function listNames(artists: NamedArtist[]): string[] {
  return [...new Set(artists.map(({ name }) => name))]
}

/** The text of an element, and where it stands. */
export function toCell({ text, place }: Element): Cell {
  return { value: text.trim(), place }
}
