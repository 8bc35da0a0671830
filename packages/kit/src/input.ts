// The engine's door to what reads input: a template's data (zod) and lyrics. Nothing that draws is loaded.
export { type LyricsSource, type ParsedLyrics, parseLyrics } from './lyrics/parse-lyrics.ts'
export { decodeLyrics, readLyrics } from './lyrics/read-lyrics.ts'
export {
  defineTemplate,
  type ExcerptDefault,
  type Motion,
  parseTemplateData,
  type Song,
  type StoreMaster,
  type Template,
  type TemplateData,
  type TemplateFacts,
  type TemplateNeeds,
} from './template.ts'
