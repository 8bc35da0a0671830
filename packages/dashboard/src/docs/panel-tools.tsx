import { Button } from '../components/button.tsx'
import { readShownCode } from '../components/code-panel.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import type { IslandProps } from './island.tsx'
import { openTry } from './open-try.tsx'

type Props = {
  /** The call that can be tried. */
  operationId?: string
}

/** What can be done with the code of a panel. It is read from the page when it is copied: the page carries it once. */
export function PanelTools({ operationId, root }: Props & IslandProps) {
  return (
    <>
      <CopyButton loudness="plain" text={() => readShownCode(root)} />
      {operationId && (
        <Button isSmall loudness="main" onPress={() => openTry(operationId)}>
          Try it
        </Button>
      )}
    </>
  )
}
