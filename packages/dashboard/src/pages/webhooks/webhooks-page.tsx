import { useEffect, useState } from 'preact/hooks'
import { songreel } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { showError } from '../../components/toast.tsx'
import { usePageRequest } from '../../data/page-request.ts'
import { endsSession } from '../../session/session.ts'
import { AddressCard } from './address-card.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretCard } from './secret-card.tsx'
import { TestDialog } from './test-dialog.tsx'
import { VERIFY_CODE } from './verify-code.ts'
import './webhooks.css'

/** Where events go, how they are signed, and what became of each. */
export function WebhooksPage() {
  const [webhookUrl, setWebhookUrl] = useState<string | null>()
  const [isTesting, setTesting] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  usePageRequest('/v1/webhook-deliveries', 'const { items } = await songreel.webhookDeliveries.list()')
  useEffect(() => {
    songreel.organizations.get('me').then(
      (organization) => setWebhookUrl(organization.webhookUrl),
      (error: unknown) => endsSession(error) || showError(error),
    )
  }, [])
  return (
    <div class="webhooks">
      <div class="page-head">
        <h1>Webhooks</h1>
        <div class="row push">
          <Button needs="write" onPress={() => setTesting(true)}>
            Send test event
          </Button>
        </div>
      </div>
      <div class="webhooks-set">
        <div class="stack">
          <AddressCard webhookUrl={webhookUrl} onChange={setWebhookUrl} />
          <SecretCard />
        </div>
        <Card title="Verify what arrives" aside={<span class="soft small">Standard Webhooks</span>}>
          <Tabs
            label="Languages"
            tabs={VERIFY_CODE.map(({ language, code }) => ({
              label: language,
              content: (
                <div class="verify">
                  <CodeBlock text={code} label={`Verify in ${language}`} />
                </div>
              ),
            }))}
          />
        </Card>
      </div>
      <Deliveries sentCount={sentCount} webhookUrl={webhookUrl} onTest={() => setTesting(true)} />
      {isTesting && (
        <TestDialog
          webhookUrl={webhookUrl ?? ''}
          onSent={() => setSentCount(sentCount + 1)}
          onClose={() => setTesting(false)}
        />
      )}
    </div>
  )
}
