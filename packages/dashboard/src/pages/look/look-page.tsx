import { NotFoundError } from '@songreel/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { EmptyState } from '../../components/empty-state.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { usePageTitle } from '../../components/page-title.ts'
import { usePageRequest } from '../../data/page-request.ts'
import { describeError } from '../../format/describe-error.ts'
import type { PageProps } from '../../page.ts'
import { hasScope } from '../../session/scopes.ts'
import type { Edited } from './look-draft.ts'
import { LookEditor } from './look-editor.tsx'
import type { LookSchema } from './look-schema.ts'
import { readLook } from './read-look.ts'
import { readLookSchema } from './read-look-schema.ts'
import { StartPage } from './start-page.tsx'
import './look.css'

type State = {
  edited?: Edited | undefined
  schema?: LookSchema
  isMissing?: boolean
  problem?: string
}

/** A page to make or change a look: its layers, their forms, and the engine's pictures of it. */
export function LookPage({ params: { id } }: PageProps) {
  const { query } = useLocation()
  const from = id ?? query.from
  const [{ edited, schema, isMissing, problem }, setState] = useState<State>({})
  const name = id ?? 'new'
  usePageTitle(edited?.look.title ?? 'New look')
  usePageRequest('/v1/contents', 'const { contentId } = await songreel.contents.create(look)')
  useEffect(() => {
    setState({})
    Promise.all([readLookSchema(), from ? readEdited(from, id !== undefined) : undefined]).then(
      ([read, found]) => setState({ schema: read, edited: found, isMissing: from !== undefined && !found }),
      (error) => {
        if (error instanceof NotFoundError) setState({ isMissing: true })
        else setState({ problem: describeError(error) })
      },
    )
  }, [from, id])
  if (!hasScope('write'))
    return (
      <EmptyState
        isPage
        title="You may look, but not change looks"
        text="Ask an owner of the organization."
      />
    )
  if (isMissing)
    return (
      <NotFoundPage
        what="look"
        why="It may have been deleted, or it is a template that is written as code."
        back={{ href: '/templates', label: 'All templates' }}
      />
    )
  if (problem) return <EmptyState isPage title="The look could not be read" text={problem} />
  if (!schema) return <EmptyState isPage title="One moment…" />
  if (!edited && !from) return <StartPage onStart={(look) => setState({ schema, edited: { look } })} />
  if (!edited) return <EmptyState isPage title="One moment…" />
  return <LookEditor key={name} edited={edited} schema={schema} />
}

/** A look to change, or to begin another one with; undefined for a template that is written as code. */
async function readEdited(contentId: string, isSame: boolean): Promise<Edited | undefined> {
  const found = await readLook(contentId)
  if (!found) return undefined
  const { look, version, tag } = found
  return isSame ? { look, contentId, version, tag } : { look: { ...look, title: `${look.title}, our own` } }
}
