import { z } from 'zod'
import { BrandChoice, BrandPatch } from './brands.ts'
import { idInput } from './ids.ts'
import { DeletedAt, DeletedOnly } from './lists.ts'
import { Background } from './renders.ts'
import { Name, Timestamp } from './text.ts'
import { VideoSettings } from './videos.ts'

/** Path of one template. */
export const ContentPath = z.object({
  contentId: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ description: 'The template', example: 'BASE_BASIC_UNIFIED' }),
})

/** A template, which the API calls content: what it is, what it takes, what it looks like. */
export const Content = z.object({
  contentId: z
    .string()
    .meta({ description: 'Id of the template, used in a render', example: 'BASE_BASIC_UNIFIED' }),
  name: z.string().describe('The name'),
  description: z.string().describe('What it looks like'),
  family: z.string().describe('Templates of one family serve one purpose'),
  version: z.number().int().describe('Goes up when its look changes'),
  isOwn: z.literal(true).optional().describe('A look of your own, which nobody else sees'),
  hasLook: z
    .literal(true)
    .optional()
    .describe('It is there as JSON, too: reading it alone shows its `look`, to begin one of your own with'),
  energy: z
    .enum(['ENERGETIC', 'CALM'])
    .describe('How much it moves: `ENERGETIC` answers every beat, `CALM` suits a whole song'),
  aspectRatios: z
    .union([z.literal('ALL'), z.array(z.string())])
    .describe('Supported aspect ratios; `ALL` for any'),
  backgrounds: z
    .array(Background)
    .describe('What may lie behind it: `background` of a render is one of these, by default the first'),
  needs: z.record(z.string(), z.unknown()).meta({ description: 'What the media needs' }),
  requiredDataSchema: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema 2020-12 of requiredData' }),
  defaults: z.record(z.string(), z.unknown()).describe('Settings used if a render does not set them'),
  example: z.record(z.string(), z.unknown()).describe('Example of requiredData'),
  previewImageUrl: z.string().describe('An image of it; needs no token'),
  previewVideoUrl: z.string().describe('A short video of it; needs no token'),
})
export type Content = z.infer<typeof Content>

/** A look as JSON: docs/own-looks.md. It is checked as a whole by the engine, which says what is wrong and where. */
export const LookInput = z
  .looseObject({
    look: z.unknown().optional().meta({ const: 1, description: 'The version of the language' }),
    title: z.unknown().optional().meta({ type: 'string', description: 'The name; the id is made from it' }),
    description: z.unknown().optional().meta({ type: 'string', description: 'What it looks like' }),
    layers: z
      .unknown()
      .optional()
      .meta({
        type: 'array',
        items: { type: 'object', additionalProperties: {} },
        description: 'The lowest first',
      }),
  })
  .meta({
    required: ['look', 'title', 'description', 'layers'],
    description:
      'A look as JSON, up to 64 KB, with animations 256 KB; `GET /v1/contents/schema` has its schema, with all fields. `contentId` and `version` do not count: both are issued',
  })
/** A look as it is sent; what else it may hold is told by its schema. */
export type LookInput = {
  look: 1
  title: string
  description: string
  layers: { [field: string]: unknown }[]
  [field: string]: unknown
}

/** What storing a look returns. */
export const ContentSaved = z.object({
  contentId: z
    .string()
    .meta({ description: 'Its id: `OWN_` and the name in capitals', example: 'OWN_NEON_PULSE' }),
  version: z.number().int().describe('1, or one more than before'),
})
export type ContentSaved = z.infer<typeof ContentSaved>

/** What deleting a look returns. */
export const ContentDeleted = z.object({
  contentId: z.string().meta({ description: 'The look that was deleted', example: 'OWN_NEON_PULSE' }),
  deleted: z.literal(true).describe('Always true'),
})
export type ContentDeleted = z.infer<typeof ContentDeleted>

/** What the examination of a look found: the one that the built-in templates pass. */
export const LookExamination = z.object({
  status: z
    .enum(['PENDING', 'PASSED', 'FAILED'])
    .describe('A look with faults can be used all the same. Treat an unknown value as PENDING'),
  faults: z
    .array(
      z.object({
        check: z.string().describe('What a look should do well'),
        message: z.string().describe('What is wrong'),
        aspectRatio: z
          .string()
          .optional()
          .describe('In which shape; absent if in all or if it does not matter'),
        pictureUrl: z
          .string()
          .optional()
          .describe('The frame in which it is seen, as a JPEG; needs no token'),
      }),
    )
    .describe('What fails; empty until the examination has ended'),
})
export type LookExamination = z.infer<typeof LookExamination>

/** A template by itself; a look of your own comes with all of it. */
export const ContentRecord = Content.extend({
  look: z.record(z.string(), z.unknown()).optional().describe('The look as JSON; only if it has one'),
  createdAt: Timestamp.optional().describe('When this version was stored; only of a look of your own'),
  examination: LookExamination.optional().describe(
    'What the examination of this version found; only of a look of your own, and where the server examines looks',
  ),
})
export type ContentRecord = z.infer<typeof ContentRecord>

/** Query of GET /v1/contents/{contentId}. */
export const ContentQuery = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .meta({ description: 'An earlier version of a look of your own; the last ten are kept' }),
})

/** Query of GET /v1/contents. */
export const ContentListQuery = z.object({
  deleted: DeletedOnly.meta({
    description:
      'true lists the looks of your own that were deleted instead, for as long as they can be restored: the 100 that were deleted last, the newest first',
  }),
})

/** A template in a list. */
export const ListedContent = Content.extend({ deletedAt: DeletedAt })
export type ListedContent = z.infer<typeof ListedContent>

/** What GET /v1/contents returns. */
export const ContentList = z.object({
  items: z.array(ListedContent).describe('All templates, or with `deleted=true` the deleted looks'),
})

/** Body of POST /v1/contents/{contentId}/preview. */
export const PreviewInput = z.object({
  mediaId: idInput('media').optional().meta({ description: 'The song to show; by default a generated one' }),
  title: Name.optional().describe("Overrides the song's title"),
  artist: Name.optional().describe("Overrides the artist's name"),
  requiredData: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The template's data; by default its own example"),
  videoSettings: VideoSettings.optional().describe('As for a render; format and numVideos are ignored'),
  background: Background.optional().describe(
    'As for a render; without a mediaId, generated videos and the generated cover stand in',
  ),
  brandId: BrandChoice.describe(
    "The brand to show it with; by default that of the song's artist or of the organization. null: none",
  ),
  brand: BrandPatch.omit({ name: true })
    .optional()
    .describe(
      'What would be different about the brand, as in a `PATCH` of it, without storing anything; its files have to be uploads of yours',
    ),
  atSecs: z.number().min(0).max(7200).optional().meta({ description: 'Position in the video, in seconds' }),
})
export type PreviewInput = z.infer<typeof PreviewInput>

/** A look as it was written. What it may hold is published at GET /v1/contents/schema. */
const LookDefinition = z.record(z.string(), z.unknown())

/** Body of POST /v1/contents/preview. */
export const DraftPreviewInput = PreviewInput.extend({
  look: LookDefinition.meta({
    description: 'The look to draw, which is not stored',
    example: {
      look: 1,
      title: 'Plain',
      description: 'The cover, with the title over it.',
      layers: [
        { kind: 'backdrop', blur: 40 },
        { kind: 'text', text: 'TITLE', role: 'DISPLAY' },
      ],
    },
  }),
})
export type DraftPreviewInput = z.infer<typeof DraftPreviewInput>

const Length = z.number().describe('In pixels of a frame whose short side is 1080')
const Area = z.object({ x: Length, y: Length, width: Length, height: Length })

/** What POST /v1/contents/preview?format=json returns. */
export const LookDrawing = z.object({
  image: z.string().describe('The picture, as a `data:` URL of a PNG'),
  frame: z.object({ width: Length, height: Length }).describe('The size of the frame'),
  safe: Area.describe("What is clear of the platforms' buttons"),
  isMirrored: z.boolean().describe('START is on the right'),
  layers: z
    .array(
      z.object({
        path: z.string().meta({ description: 'Its place in the look', example: 'layers[2]' }),
        box: Area.describe('Where it stands'),
        ink: Area.optional().describe('Where letters stand in it, for texts and stacks'),
        room: Area.optional().describe(
          'What its place leaves, in which its anchor moves it; absent where it fills the frame or a stack places it',
        ),
      }),
    )
    .describe('The layers that are there in this shape, the lowest first'),
})
export type LookDrawing = z.infer<typeof LookDrawing>

/** Query of POST /v1/contents/{contentId}/preview. */
export const PreviewQuery = z.object({
  clip: z.coerce
    .number()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'Return an MP4 of this many seconds instead of a PNG' }),
})

/** Query of POST /v1/contents/preview. */
export const DraftPreviewQuery = PreviewQuery.extend({
  format: z
    .literal('json')
    .optional()
    .meta({ description: 'Return the picture as JSON, with the place of every layer' }),
})

/** What the owner of a brand should know of a preview that wears it: the header `Preview-Warnings`, an array of these as JSON. */
export const PreviewWarning = z.object({
  code: z.string().meta({ description: 'What it is about', example: 'BRAND_COLOR_CHANGED' }),
  message: z.string().describe('What was done instead of what was asked for'),
  change: z
    .object({
      field: z.string().meta({ description: 'The field of the brand', example: 'colors.accent' }),
      wished: z.string().describe('Its value'),
      used: z.string().describe('What was used'),
    })
    .optional()
    .describe('Of a colour that had to be changed'),
})
export type PreviewWarning = z.infer<typeof PreviewWarning>
