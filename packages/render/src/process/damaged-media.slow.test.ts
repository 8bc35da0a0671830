// Every damage of damaged-media.test.ts on every kind of file.
process.env.SONGREEL_FUZZ_SEEDS ??= '1'
await import('./damaged-media.test.ts')
