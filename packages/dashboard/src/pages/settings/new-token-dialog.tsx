import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Dialog } from '../../components/dialog.tsx'

/** Shows a token the only time that it can be seen. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  return (
    <Dialog title="The new token" onClose={onClose}>
      <p class="soft">Copy it now: the server keeps only a hash of it, so it is not shown again.</p>
      <div class="whole-token">
        <CodeBlock text={token} label="The new token" />
      </div>
      <footer>
        <Button loudness="main" onPress={onClose}>
          I have it
        </Button>
      </footer>
    </Dialog>
  )
}
