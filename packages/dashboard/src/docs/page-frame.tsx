import { Contents, type Entry, type Section } from './contents.tsx'
import { Island } from './island.tsx'
import { type PageName, TopBar } from './top-bar.tsx'

type Props = {
  current: PageName
  first?: Entry[]
  sections: Section[]
  /** What the contents say if a search finds nothing. */
  empty: string
  version: string
  /** What the page is about, as HTML that this package wrote. */
  main: string
}

/** What all pages of the reference have around them. */
export function PageFrame({ current, first, sections, empty, version, main }: Props) {
  const footer = `<footer>Songreel ${version} · made from the schemas that check every request</footer>`
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Island name="TopBar" of={TopBar} props={{ current }} />
      <div class="layout">
        <Island name="Contents" of={Contents} props={{ ...(first && { first }), sections, empty }} />
        <main id="main" tabindex={-1} dangerouslySetInnerHTML={{ __html: main + footer }} />
      </div>
    </>
  )
}
