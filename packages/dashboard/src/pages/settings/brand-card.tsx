import { BrandChoice } from '../../catalogue/brand-choice.tsx'
import { songreel } from '../../client.ts'
import { Card } from '../../components/card.tsx'
import { useRead } from '../../data/use-read.ts'

/** What all videos wear, unless their artist or their batch has another. */
export function BrandCard() {
  const { value, reload } = useRead(() => songreel.organizations.get('me'))
  return (
    <Card title="What videos wear">
      <BrandChoice
        brandId={value?.brandId}
        none="No brand"
        needs="admin"
        onChoose={async (brandId) => {
          await songreel.organizations.update('me', { brandId })
          await reload()
        }}
      />
    </Card>
  )
}
