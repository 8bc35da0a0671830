import type { ComponentType } from 'preact'

/** What a page is told by the frame: the parts of its address that its path names. */
export type PageProps = { params: Record<string, string> }

/** A page: one folder below pages/ with a route.ts that exports this as `route`, and the page itself, loaded on demand. */
export type PageRoute = {
  /** Its addresses, as `page-map.ts` lists them. */
  paths: string[]
  /** What the browser's tab says. */
  title: string
  /** Its place in the navigation; pages without one are reached from others. */
  nav?: { label: string; order: number; key: string }
  /** The page of the navigation that it belongs to, where its address does not say so. */
  under?: string
  /** Whether it is for people who are not signed in, without navigation. */
  isOpen?: boolean
  load(): Promise<ComponentType<PageProps>>
}
