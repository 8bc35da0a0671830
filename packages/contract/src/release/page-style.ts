/** The look of a release's page: calm ground, loud content; light and dark as the system has it. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #0e0e10);
  --raised: light-dark(#fff, #18181c);
  --sunken: light-dark(#efefec, #1c1c20);
  --line: light-dark(#e2e2de, #2b2b31);
  --text: light-dark(#18181b, #f2f2f4);
  --soft: light-dark(#57575f, #a9a9b2);
  --good: light-dark(#0a6b3d, #5fd39a);
  --warn: light-dark(#7a4c08, #f0b45c);
  --bad: light-dark(#a81d2c, #ff8d95);
  --shadow: 0 10px 32px light-dark(rgb(0 0 0 / 14%), rgb(0 0 0 / 55%));
}
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
a { color: inherit; text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid light-dark(#3b5bdb, #91a7ff); outline-offset: 3px; border-radius: 0.25rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 3; padding: 0.5rem 1rem; background: var(--raised); }
.wide { width: 100%; max-width: 82rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 3rem); }
.soft { color: var(--soft); }
.small { font-size: 0.875rem; }

.head { position: relative; overflow: hidden; isolation: isolate; }
.head-light {
  position: absolute; inset: -6rem; z-index: -1;
  background-size: cover; background-position: center;
  filter: blur(70px) saturate(1.25); opacity: 0.3;
}
.head::after {
  content: ""; position: absolute; inset: 0; z-index: -1;
  background: linear-gradient(transparent, var(--ground));
}
.head .wide {
  display: flex; flex-wrap: wrap; align-items: end; gap: clamp(1.25rem, 3vw, 2.5rem);
  padding-block: clamp(2rem, 6vw, 4.5rem) clamp(1.5rem, 3vw, 2.5rem);
}
.cover {
  width: clamp(8rem, 22vw, 15rem); aspect-ratio: 1; object-fit: cover;
  border-radius: 0.75rem; box-shadow: var(--shadow); background: var(--sunken);
}
.names { flex: 1 1 18rem; min-width: 0; display: grid; gap: 0.375rem; }
.names p:first-child { font-weight: 600; }
h1 {
  font-size: clamp(2rem, 1.3rem + 3.4vw, 4rem); font-weight: 750; line-height: 1.04;
  letter-spacing: -0.03em; text-wrap: balance;
}
.bar {
  position: sticky; top: 0; z-index: 2;
  border-block-end: 1px solid var(--line);
  background: color-mix(in srgb, var(--ground) 88%, transparent); backdrop-filter: blur(14px);
}
.bar .wide { display: flex; gap: 0.375rem; overflow-x: auto; padding-block: 0.625rem; scrollbar-width: none; }
.bar button {
  flex: none; min-height: 2.5rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: 999px;
  background: var(--raised); color: inherit; font: inherit; font-size: 0.9375rem; cursor: pointer;
}
.bar button[aria-pressed="true"] { background: var(--text); border-color: var(--text); color: var(--ground); }
main { display: grid; gap: clamp(2.5rem, 5vw, 4rem); padding-block: clamp(1.75rem, 4vw, 3rem); }
.song { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.song-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.875rem; }
.song-head .number { min-width: 1.75rem; color: var(--soft); font-weight: 500; }
h2 { font-size: clamp(1.25rem, 1.1rem + 0.7vw, 1.625rem); font-weight: 650; letter-spacing: -0.015em; line-height: 1.2; }
.videos { display: flex; flex-wrap: wrap; gap: 1.75rem 1.25rem; padding: 0; list-style: none; }
.video {
  --height: clamp(15rem, 24vw, 21rem);
  flex: 0 1 calc(var(--ratio) * var(--height)); min-width: min(100%, 11rem);
  max-width: 100%; display: grid; align-content: start; gap: 0.625rem;
}
.picture {
  position: relative; overflow: hidden; width: 100%; aspect-ratio: var(--ratio);
  border-radius: 0.75rem; background: var(--sunken); box-shadow: var(--shadow);
}
.picture video, .picture img { display: block; width: 100%; height: 100%; object-fit: cover; }
.play {
  position: absolute; inset: 0; display: grid; place-items: end start; padding: 0.625rem;
  border: 0; background: none; color: #fff; cursor: pointer;
}
.play svg {
  box-sizing: content-box; padding: 0.6875rem; border-radius: 50%;
  background: rgb(0 0 0 / 62%); transition: transform 140ms;
}
.play:hover svg { transform: scale(1.08); }
.play:focus-visible { outline-offset: -5px; border-radius: 0.75rem; }
.facts { display: grid; gap: 0.125rem; }
.facts strong { font-weight: 600; }
.mark { color: var(--good); }
.mark.is-bad { color: var(--warn); }
.links { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; }
.links a { padding-block: 0.125rem; }
details summary { cursor: pointer; }
.missing { display: grid; gap: 0.75rem; padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--raised); }
.missing ul { padding-inline-start: 1.125rem; display: grid; gap: 0.375rem; }
.missing .is-bad { color: var(--bad); }
footer { border-block-start: 1px solid var(--line); padding-block: 1.5rem 2.5rem; }
[hidden] { display: none !important; }
@media (prefers-color-scheme: dark) { .head-light { opacity: 0.45; } }
@media (max-width: 40rem) {
  .head .wide { display: grid; }
  .cover { width: 11rem; }
  .video { --height: 19rem; }
  .video.is-wide { flex-basis: 100%; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } .play svg { transition: none; } }
@media print { .bar, .play { display: none; } }
`

/** What the page does: one video at a time, captions out of the page itself (browsers fetch none from a disk), one platform at a time. */
export const PAGE_SCRIPT = `
const captions = JSON.parse(document.getElementById('captions').textContent)
for (const video of document.querySelectorAll('video')) {
  const button = video.parentElement.querySelector('.play')
  const cues = captions[video.getAttribute('src')]
  if (cues) {
    const track = video.addTextTrack('captions', 'Lyrics')
    for (const [start, end, text] of cues) track.addCue(new VTTCue(start, end, text))
    track.mode = 'hidden'
  }
  video.controls = false
  button.hidden = false
  button.addEventListener('click', () => { video.play().catch(() => {}) })
  video.addEventListener('play', () => {
    button.hidden = true
    video.controls = true
    for (const other of document.querySelectorAll('video')) if (other !== video) other.pause()
    video.focus()
  })
}
const bar = document.querySelector('.bar')
if (bar) bar.hidden = false
for (const button of document.querySelectorAll('.bar button')) button.addEventListener('click', () => {
  for (const each of document.querySelectorAll('.bar button')) each.setAttribute('aria-pressed', String(each === button))
  const wanted = button.dataset.platform
  for (const video of document.querySelectorAll('.video')) {
    video.hidden = wanted !== '' && video.dataset.platform !== wanted
    if (video.hidden) video.querySelector('video')?.pause()
  }
  for (const song of document.querySelectorAll('.song')) song.hidden = !song.querySelector('.video:not([hidden])')
})
`
