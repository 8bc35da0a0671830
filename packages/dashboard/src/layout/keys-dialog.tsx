import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import type { PageRoute } from '../page.ts'
import { hasScope } from '../session/scopes.ts'
import { listNav } from './top-bar.tsx'

/** The list of keys. */
export function KeysDialog({ pages, onClose }: { pages: PageRoute[]; onClose(): void }) {
  const keys: [keys: string[], meaning: string][] = [
    ...(hasScope('write') ? [[['n'], 'New batch'] as [string[], string]] : []),
    ...listNav(pages).map(({ key, label }): [string[], string] => [['g', key], label]),
    [['j'], 'Next row'],
    [['k'], 'Row before'],
    [[',', '.'], 'In a video: one frame back, one frame on'],
    [['c'], 'On a batch: compare two of its videos'],
    [['/'], 'Find anything: id, reference, title, ISRC, UPC'],
    [['?'], 'This list'],
  ]
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <Button onPress={onClose}>Close</Button>
      </footer>
    </Dialog>
  )
}
