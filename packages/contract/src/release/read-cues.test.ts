import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCues } from './read-cues.ts'

test('cues are lines with their times, without marks for single words and voices', () => {
  const vtt = `WEBVTT

NOTE nobody sees this

00:00:12.400 --> 00:00:15.100 align:center
<v v1>Pa<00:00:12.750>per <00:00:13.030>boats
on the sea

01:30.000 --> 01:31.500
<c.other>Light</c>

00:02:00.000 --> 00:02:01.000

`
  assert.deepEqual(readCues(vtt), [
    [12.4, 15.1, 'Paper boats\non the sea'],
    [90, 91.5, 'Light'],
  ])
})
