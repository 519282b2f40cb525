import sharp from 'sharp'
const [out, hMax, ...names] = process.argv.slice(2)
const ims = await Promise.all(names.map(async (n) => { const i = sharp(`/tmp/n-${n}.png`); const m = await i.metadata(); const h = Math.min(m.height, +hMax); return { b: await i.extract({ left: 0, top: 0, width: m.width, height: h }).png().toBuffer(), w: m.width, h } }))
const W = ims.reduce((s, i) => s + i.w + 10, 0), H = Math.max(...ims.map((i) => i.h))
let x = 0
await sharp({ create: { width: W, height: H, channels: 3, background: 'grey' } }).composite(ims.map((i) => { const c = { input: i.b, left: x, top: 0 }; x += i.w + 10; return c })).png().toFile(out)
