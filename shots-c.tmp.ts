import { chromium } from '@playwright/test'
const base='http://localhost:3100'
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium' })
const W = process.argv[2]==='320'?320:1280
const scheme = (process.argv[3] ?? 'light') as 'light'|'dark'
const ctx = await browser.newContext({ viewport:{width:W,height:900}, colorScheme: scheme })
const page = await ctx.newPage()
page.on('console', m=>{ if(m.type()==='error') console.log('console', m.text()) })
const shot = (n:string)=>page.screenshot({ path:`/tmp/shots-c/${n}-${W}-${scheme}.png`, fullPage:true })
const signIn = async (email:string)=>{ await ctx.clearCookies(); await page.goto(base+'/login'); await page.evaluate(()=>localStorage.clear()); await page.goto(base+'/login'); await page.getByLabel('Email').fill(email); await page.getByLabel('Password',{exact:true}).fill('Lodestar-sample-1!'); await page.getByRole('button',{name:'Sign in'}).click(); await page.waitForURL(/dashboard/) }
await signIn('parent@example.org')
await page.goto(base+'/parent/dashboard'); await page.getByText('You were given a code').click(); await page.waitForTimeout(800); await shot('family')
await page.getByRole('link',{name:'Noah'}).first().click(); await page.waitForTimeout(1200)
await page.getByRole('link',{name:'What you have agreed to'}).click(); await page.waitForTimeout(1200); await shot('consents')
if (await page.getByRole('button',{name:'Make a form', exact:true}).count()) { await page.getByRole('button',{name:'Make a form', exact:true}).click(); await page.waitForTimeout(1000) }
await shot('consents-form')
await page.getByRole('link',{name:'Open the page to print'}).click(); await page.waitForTimeout(800); await shot('paper')
await signIn('admin@example.org')
await page.goto(base+'/advisor/consent-forms'); await page.waitForTimeout(1000); await shot('queue')
await page.getByRole('button',{name:/Record a call/}).first().click(); await page.waitForTimeout(600); await shot('call')
await page.goto(base+'/admin'); await page.waitForTimeout(1500); await shot('admin')
await page.getByRole('button',{name:/Change or end/}).first().click(); await page.waitForTimeout(600); await shot('override')
await browser.close()
