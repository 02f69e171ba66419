import { type County, PASSWORD } from './browser/portal.ts'
import { expect, test as base } from './browser/fixtures.ts'
import {
  ACCOUNT_CALL,
  confirmScreen,
  forgotScreen,
  linkMailedTo,
  registerScreen,
  resetScreen,
} from './steps/accounts.ts'
import { navigated } from './steps/frame.ts'
import { loginScreen } from './steps/login.ts'

const NEW_PASSWORD = 'brass theodolite 1927'

/** A county that people may register for. The portal's own command makes it once per worker. */
const test = base.extend<object, { openCounty: County }>({
  openCounty: [
    async ({ portal }, use) => {
      const words = ['county', 'add', '--name', 'Pecos', '--email-domain', 'pecos.example']
      await use((await portal.cli(words)) as County)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('S1.1 R2.24 V7.4.3 the whole round: register, confirm, sign in, forget, set a new password; the old session ends', async ({
  page,
  browser,
  portal,
  openCounty,
}) => {
  const email = 'ann+pecos@pecos.example'
  const register = registerScreen(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await register.enter({ email: ` ${email.toUpperCase()} `, password: PASSWORD, county: openCounty.Name })
  await expect(register.heading).toHaveText('Registration Complete')
  await expect(page.getByRole('main')).toContainText(email)
  await register.toLogin.click()
  await loginScreen(page).enter({ email })
  await expect(loginScreen(page).failure).toHaveText('Please confirm your e-mail address before signing in.')

  await page.goto(await linkMailedTo(portal, email, /confirm/i))
  await expect(confirmScreen(page).said).toHaveText('Your email has been verified successfully.')
  await confirmScreen(page).toLogin.click()
  await loginScreen(page).enter({ email })
  await expect(page).toHaveURL('/welcome')
  await page.goto('/home')
  await expect(page.getByText('No records found')).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: portal.url })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await other.getByRole('link', { name: 'Forgot password?' }).click()
  await forgotScreen(other).email.fill(email)
  await forgotScreen(other).submit.click()
  await expect(forgotScreen(other).said).toHaveText(
    'If an account exists for that email, a reset link has been sent.',
  )
  await other.goto(await linkMailedTo(portal, email, /new password/i))
  await resetScreen(other).enter(NEW_PASSWORD)
  await expect(resetScreen(other).said).toHaveText('Password updated successfully. Redirecting to login...')
  await resetScreen(other).toLogin.click()
  await loginScreen(other).enter({ email })
  await expect(loginScreen(other).failure).toHaveText('Invalid username or password')
  await loginScreen(other).enter({ email }, NEW_PASSWORD)
  await expect(other).toHaveURL('/welcome')
  await elsewhere.close()

  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page).toHaveURL('/login')
})

const RESET_LINK = '/reset-password?email=ann%2Bone%40pecos.example&token=abc'
const CONFIRM_LINK = '/confirm?email=ann%2Bone%40pecos.example&token=abc'

test('V6.2.7 registering has fields for a password manager, reports missing input field by field, and refusals of the server', async ({
  page,
  openCounty,
}) => {
  await test.step('counties that cannot be loaded are tried again, and an empty list is reported', async () => {
    const { county } = registerScreen(page)
    let isDown = true
    await page.route(ACCOUNT_CALL.counties, (route) =>
      route.fulfill(isDown ? { status: 500, body: '' } : { json: [] }),
    )
    await page.goto('/register')
    await expect(page.getByText('This list could not be loaded.')).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(county).toHaveAccessibleDescription(
      'No county is open for registration. Please contact the helpdesk.',
    )

    await page.unroute(ACCOUNT_CALL.counties)
  })
  await test.step('S2.3 S2.17 S2.20 has fields for a password manager, names itself, and leads back', async () => {
    const { heading, email, password, county, submit, toLogin } = registerScreen(page)
    await page.goto('/register')
    await expect(page).toHaveTitle('Register · County Document Portal')
    await expect(heading).toHaveText('Register')
    await expect(email).toHaveAttribute('autocomplete', 'username')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(county.getByRole('option', { name: openCounty.Name })).toBeAttached()
    await expect(submit).toHaveText('Register')
    await toLogin.click()
    await expect(page).toHaveURL('/login')
  })
  await test.step('S5.3 S5.4 S5.5 R2.2 R2.3 reports missing input, field by field, and sends nothing', async () => {
    const { email, password, county, submit, failure } = registerScreen(page)
    let calls = 0
    await page.route(ACCOUNT_CALL.register, (route) => {
      calls += 1
      return route.abort()
    })
    await page.goto('/register')
    await submit.click()
    await expect(failure).toHaveText('Email is required.')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Email is required.')
    await email.fill('ann at pecos')
    await submit.click()
    await expect(failure).toHaveText('Password is required.')
    await expect(password).toBeFocused()
    await password.fill('short')
    await submit.click()
    await expect(failure).toHaveText('Please select your county.')
    await expect(county).toBeFocused()
    await county.selectOption(openCounty.Name)
    await submit.click()
    await expect(failure).toHaveText('Please enter a valid email address.')
    await expect(email).toBeFocused()
    await email.fill('ann@pecos.example')
    await submit.click()
    await expect(failure).toHaveText('Password must be at least 8 characters long.')
    await expect(password).toBeFocused()
    await password.fill('Welcome-2026')
    await submit.click()
    await expect(failure).toHaveText('Please choose a less common password.')
    expect(calls).toBe(0)

    await page.unroute(ACCOUNT_CALL.register)
  })
  await test.step('S4.5 S8.3 an address that the county does not allow gets the advice to ask the helpdesk', async () => {
    const { enter, failure, email } = registerScreen(page)
    await page.goto('/register')
    await enter({ email: 'ann@elsewhere.example', password: PASSWORD, county: openCounty.Name })
    await expect(failure).toHaveText('Email is not authorized. Please contact the helpdesk for support.')
    await expect(email).toBeFocused()
  })
  await test.step("S7.6 S8.2 a failure shows the server's sentence, otherwise the catalog's", async () => {
    const { enter, failure, submit } = registerScreen(page)
    const wait = { headers: { 'retry-after': '840' }, json: { error: 'Too many attempts.' } }
    const answers = [
      { status: 500, body: '' },
      { status: 429, ...wait },
    ]
    await page.route(ACCOUNT_CALL.register, (route) => route.fulfill(answers.shift() ?? { status: 500 }))
    await enter({ email: 'ann@staff.example', password: PASSWORD })
    await expect(failure).toHaveText('Registration failed. Please try again.')
    await submit.click()
    await expect(failure).toHaveText('Too many attempts.You can try again in 14 minutes.')
  })
})

test('registering: staff have no county, an address with an account reads the same, and the common passwords load only when a password is tried', async ({
  page,
  people,
  openCounty,
}) => {
  await test.step('the common passwords load only when a password is tried', async () => {
    const { enter, failure } = registerScreen(page)
    const scripts: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text())
    })
    const withList = async () => (await Promise.all(scripts)).filter((text) => text.includes('letmeinnow'))
    await page.goto('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await registerScreen(page).email.waitFor()
    expect(scripts.length).toBeGreaterThan(0)
    expect(await withList()).toHaveLength(0)
    await enter({ email: 'ann@staff.example', password: 'letmeinnow' })
    await expect(failure).toHaveText('Please choose a less common password.')
    expect(await withList()).toHaveLength(1)
  })
  await test.step('S2.18 S2.19 S3.18 S5.6 S5.7 staff have no county: it is hidden, cleared, and not sent', async () => {
    const { email, password, county, submit, heading } = registerScreen(page)
    const release = Promise.withResolvers<void>()
    const bodies: unknown[] = []
    await page.route(ACCOUNT_CALL.register, async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.continue()
    })
    await page.goto('/register')
    await county.selectOption(openCounty.Name)
    await email.fill(' New.Hand@Staff.Example ')
    await expect(county).toHaveCount(0)
    await email.fill('new.hand@pecos.example')
    await expect(county).toHaveValue('')
    await email.fill(' New.Hand@Staff.Example ')
    await password.fill(PASSWORD)
    await submit.click()
    await expect(submit).toHaveText('Registering...')
    await submit.press('Enter')
    release.resolve()
    await expect(heading).toHaveText('Registration Complete')
    await expect(heading).toBeFocused()
    await expect(page).toHaveTitle('Registration Complete · County Document Portal')
    await expect(page.getByRole('main')).toContainText('A verification e-mail was sent to')
    await expect(page.getByRole('main')).toContainText('contact the helpdesk')
    expect(bodies).toEqual([{ email: 'new.hand@staff.example', password: PASSWORD }])

    await page.unroute(ACCOUNT_CALL.register)
  })
  await test.step('R2.4 an address with an account reads the same as a new one', async () => {
    const { enter, heading } = registerScreen(page)
    await page.goto('/register')
    await enter({ email: people.staffUser.email, password: NEW_PASSWORD })
    await expect(heading).toHaveText('Registration Complete')
  })
})

test('a forgotten password asks for an address, shows Sending... while it runs, and the same for an address without an account', async ({
  page,
}) => {
  await test.step('S2.22 S2.23 S5.8 asks for an address, and sends nothing without one', async () => {
    const { heading, email, submit, failure, toLogin, toRegister } = forgotScreen(page)
    let calls = 0
    await page.route(ACCOUNT_CALL.requestReset, (route) => {
      calls += 1
      return route.abort()
    })
    await page.goto('/forgot-password')
    await expect(page).toHaveTitle('Forgot password · County Document Portal')
    await expect(heading).toHaveText('Forgot password')
    await expect(submit).toHaveText('Send reset link')
    await expect(toLogin).toHaveCount(1)
    await expect(toRegister).toHaveCount(1)
    await submit.click()
    await expect(failure).toHaveText('Please enter your email address.')
    await expect(email).toBeFocused()
    await email.fill('ann')
    await submit.click()
    await expect(failure).toHaveText('Please enter a valid email address.')
    expect(calls).toBe(0)

    await page.unroute(ACCOUNT_CALL.requestReset)
  })
  await test.step("S8.4 a failure shows the catalog's sentence", async () => {
    const { email, submit, failure } = forgotScreen(page)
    await page.route(ACCOUNT_CALL.requestReset, (route) => route.fulfill({ status: 500, body: '' }))
    await email.fill('ann@pecos.example')
    await submit.click()
    await expect(failure).toHaveText('Unable to process your request right now. Please try again later.')

    await page.unroute(ACCOUNT_CALL.requestReset)
  })
  await test.step('S2.22 S7.7 S8.6 shows Sending... while it runs, and the same for an address without an account', async () => {
    const { email, submit, said, failure } = forgotScreen(page)
    const release = Promise.withResolvers<void>()
    const bodies: unknown[] = []
    await page.route(ACCOUNT_CALL.requestReset, async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.continue()
    })
    await email.fill(' Nobody@Pecos.Example ')
    await submit.click()
    await expect(submit).toHaveText('Sending...')
    await submit.press('Enter')
    release.resolve()
    await expect(said).toHaveText('If an account exists for that email, a reset link has been sent.')
    await expect(failure).toHaveCount(0)
    expect(bodies).toEqual([{ email: 'nobody@pecos.example' }])
  })
})

test('setting a new password reports faults of the link and the passwords, and sends both once', async ({
  page,
}) => {
  await test.step('S2.26 S5.9 S5.13 an incomplete link is reported immediately, and again when it is tried', async () => {
    const { enter, failure, toForgot, toLogin } = resetScreen(page)
    for (const address of [
      '/reset-password',
      '/reset-password?email=a%40b.example',
      '/reset-password?token=x',
    ]) {
      await page.goto(address)
      await expect(failure, address).toHaveText('Invalid or expired reset link. Please request a new email.')
      await enter(NEW_PASSWORD)
      await expect(failure, address).toHaveText('Reset link is missing required information.')
    }
    await expect(toLogin).toHaveCount(1)
    await toForgot.click()
    await expect(page).toHaveURL('/forgot-password')
  })
  await test.step('S2.4 S2.25 S5.10 S5.11 S5.12 R2.3 reports faults of the passwords, and sends nothing', async () => {
    const { heading, newPassword, confirmPassword, submit, enter, failure } = resetScreen(page)
    let calls = 0
    await page.route(ACCOUNT_CALL.confirmReset, (route) => {
      calls += 1
      return route.abort()
    })
    await page.goto(RESET_LINK)
    await expect(page).toHaveTitle('Reset password · County Document Portal')
    await expect(heading).toHaveText('Reset password')
    await expect(submit).toHaveText('Update password')
    for (const field of [newPassword, confirmPassword]) {
      await expect(field).toHaveAttribute('type', 'password')
      await expect(field).toHaveAttribute('autocomplete', 'new-password')
    }
    await expect(page.locator('input[autocomplete="username"]')).toHaveValue('ann+one@pecos.example')
    await enter('', '')
    await expect(failure).toHaveText('Please fill out both password fields.')
    await expect(newPassword).toBeFocused()
    await enter(NEW_PASSWORD, '')
    await expect(failure).toHaveText('Please fill out both password fields.')
    await expect(confirmPassword).toBeFocused()
    await enter(NEW_PASSWORD, `${NEW_PASSWORD} `)
    await expect(failure).toHaveText('Passwords do not match.')
    await expect(confirmPassword).toBeFocused()
    await enter('sevench')
    await expect(failure).toHaveText('Password must be at least 8 characters long.')
    await expect(newPassword).toBeFocused()
    await enter('Password1')
    await expect(failure).toHaveText('Please choose a less common password.')
    expect(calls).toBe(0)

    await page.unroute(ACCOUNT_CALL.confirmReset)
  })
  await test.step("S8.5 a failure without a sentence shows the catalog's", async () => {
    const { enter, failure } = resetScreen(page)
    await page.route(ACCOUNT_CALL.confirmReset, (route) => route.fulfill({ status: 500, body: '' }))
    await enter(NEW_PASSWORD)
    await expect(failure).toHaveText('Unable to update password. The link may have expired.')

    await page.unroute(ACCOUNT_CALL.confirmReset)
  })
  await test.step('S2.24 S7.8 sends link and passwords once; a wrong link is refused by the portal', async () => {
    const { submit, enter, failure } = resetScreen(page)
    const release = Promise.withResolvers<void>()
    const bodies: unknown[] = []
    await page.route(ACCOUNT_CALL.confirmReset, async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.continue()
    })
    await enter(NEW_PASSWORD)
    await expect(submit).toHaveText('Updating...')
    await submit.press('Enter')
    release.resolve()
    await expect(failure).toHaveText('Invalid or expired reset link. Please request a new email.')
    const passwords = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
    expect(bodies).toEqual([{ email: 'ann+one@pecos.example', token: 'abc', ...passwords }])
  })
})

test('an e-mail of the portal leads to the address of its link: a resent confirmation, and a new password that signs out', async ({
  page,
  portal,
  desk,
  signIn,
}) => {
  await test.step('S7.10 S8.9 R1.17 a resent e-mail has a working link', async () => {
    const email = 'late.reader@staff.example'
    await page.goto('/register')
    await registerScreen(page).enter({ email, password: PASSWORD })
    await expect(registerScreen(page).heading).toHaveText('Registration Complete')
    await page.goto(`/confirm?email=${encodeURIComponent(email)}&token=lost`)
    const first = await linkMailedTo(portal, email, /confirm/i)
    await confirmScreen(page).resend.click()
    await expect(confirmScreen(page).said).toHaveText('A new confirmation email has been sent.')
    await expect.poll(() => linkMailedTo(portal, email, /confirm/i)).not.toBe(first)
    await page.goto(await linkMailedTo(portal, email, /confirm/i))
    await expect(confirmScreen(page).said).toHaveText('Your email has been verified successfully.')
  })
  await test.step('S8.7 it signs out a person who is signed in', async () => {
    const { enter, said, toLogin } = resetScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/forgot-password')
    await forgotScreen(page).email.fill(desk.clerk.email)
    await forgotScreen(page).submit.click()
    await page.goto(await linkMailedTo(portal, desk.clerk.email, /new password/i))
    await enter(NEW_PASSWORD)
    await expect(said).toHaveText('Password updated successfully. Redirecting to login...')
    await toLogin.click()
    await expect(loginScreen(page).username).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
})

test('confirming refuses a wrong link, offers another e-mail, and treats an outage differently', async ({
  page,
}) => {
  await test.step('S2.31 S5.14 S5.15 S8.8 an incomplete link is not sent; without an address there is no resending', async () => {
    const { failure, resend, toLogin, toRegister } = confirmScreen(page)
    let calls = 0
    for (const call of [ACCOUNT_CALL.confirm, ACCOUNT_CALL.resend]) {
      await page.route(call, (route) => {
        calls += 1
        return route.abort()
      })
    }
    await page.goto('/confirm?email=ann%40pecos.example')
    await expect(failure).toHaveText('Invalid confirmation link.')
    await page.goto('/confirm?token=abc')
    await expect(failure).toHaveText('Invalid confirmation link.')
    await resend.click()
    await expect(failure.last()).toHaveText('Email address missing; cannot resend confirmation.')
    await expect(toLogin).toHaveText('Back to Login')
    await expect(toRegister).toHaveText('Create an account')
    expect(calls).toBe(0)

    await page.unroute(ACCOUNT_CALL.confirm)

    await page.unroute(ACCOUNT_CALL.resend)
  })
  await test.step('S2.30 S4.7 S4.8 S8.10 S8.11 a wrong link is refused, and another e-mail can be requested', async () => {
    const { failure, resend, said, tryAgain } = confirmScreen(page)
    const release = Promise.withResolvers<void>()
    await page.route(ACCOUNT_CALL.resend, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto(CONFIRM_LINK)
    await expect(failure).toHaveText('We were unable to verify your email. Please request a new link.')
    await expect(tryAgain).toHaveCount(0)
    await expect(resend).toHaveText('Resend Confirmation Email')
    await resend.click()
    await expect(resend).toHaveText('Sending...')
    release.resolve()
    await expect(said).toHaveText('A new confirmation email has been sent.')
    await expect(resend).toHaveText('Resend Confirmation Email')

    await page.unroute(ACCOUNT_CALL.resend)
  })
  await test.step('S4.8 S8.12 a failed resend says so', async () => {
    const { failure, resend } = confirmScreen(page)
    await page.route(ACCOUNT_CALL.resend, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(CONFIRM_LINK)
    await resend.click()
    await expect(failure.last()).toHaveText('Failed to resend confirmation email.')
  })
  await test.step('an outage is no verdict on the link: it can be tried again', async () => {
    const { failure, tryAgain, said, heading } = confirmScreen(page)
    let isDown = true
    await page.route(ACCOUNT_CALL.confirm, (route) =>
      isDown ? route.abort() : route.fulfill({ json: { success: true, message: 'Confirmed.' } }),
    )
    await page.goto(CONFIRM_LINK)
    await expect(failure).toContainText('We were unable to verify your email. Please request a new link.')
    await expect(failure).toContainText('did not answer')
    isDown = false
    await tryAgain.click()
    await expect(said).toHaveText('Confirmed.')
    await expect(heading).toBeFocused()
  })
})

test('/login follows the registration after 10 seconds, a new password after 3.5, a confirmation after 4', async ({
  page,
  clock,
  openCounty,
}) => {
  await clock.stop()
  await test.step('S2.21 R2.7 Registration Complete stays 10 seconds, then /login follows', async () => {
    const { filledCounty, enter, heading } = registerScreen(page)
    await page.route(ACCOUNT_CALL.register, (route) => route.fulfill({ json: { success: true } }))
    await page.goto('/register')
    await clock.until(filledCounty)
    await enter({ email: 'ann@pecos.example', password: PASSWORD, county: openCounty.Name })
    await expect(heading).toHaveText('Registration Complete')
    await clock.advance(9990)
    await navigated(page)
    await expect(page).toHaveURL('/register')
    await clock.advance(10)
    await expect(page).toHaveURL('/login')
  })
  await test.step('S4.6 S9.12 after success /login follows in 3.5 seconds, or by the link immediately', async () => {
    const { newPassword, enter, said, heading, toLogin } = resetScreen(page)
    await page.route(ACCOUNT_CALL.confirmReset, (route) =>
      route.fulfill({ json: { success: true, message: 'Done.' } }),
    )
    await page.goto(RESET_LINK)
    await clock.until(newPassword)
    await enter(NEW_PASSWORD)
    await expect(said).toHaveText('Done.')
    await expect(heading).toBeFocused()
    await clock.advance(3490)
    await navigated(page)
    await expect(page).not.toHaveURL('/login')
    await clock.advance(10)
    await expect(page).toHaveURL('/login')
    await page.goto(RESET_LINK)
    await clock.until(newPassword)
    await enter(NEW_PASSWORD)
    await toLogin.click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await clock.advance(5000)
    await expect(page).toHaveURL('/register')
  })
  await test.step('S2.5 S2.27 S2.28 S2.29 S4.7 S7.9 S9.14 shows a spinner and the address, then the message; /login follows in 4 seconds', async () => {
    const { heading, verifying, spinner, said } = confirmScreen(page)
    const release = Promise.withResolvers<void>()
    const bodies: unknown[] = []
    await page.route(ACCOUNT_CALL.confirm, async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.fulfill({ json: { success: true, message: 'Your email has been verified successfully.' } })
    })
    await page.goto(CONFIRM_LINK)
    await clock.until(verifying)
    await expect(spinner).toBeVisible()
    await expect(page).toHaveTitle('Email Confirmation · County Document Portal')
    await expect(heading).toHaveText('Email Confirmation')
    await expect(page.getByRole('main')).toContainText('ann+one@pecos.example')
    release.resolve()
    await expect(said).toHaveText('Your email has been verified successfully.')
    await expect(spinner).toHaveCount(0)
    await clock.advance(3990)
    await navigated(page)
    await expect(page).not.toHaveURL('/login')
    await clock.advance(10)
    await expect(page).toHaveURL('/login')
    expect(bodies).toEqual([{ email: 'ann+one@pecos.example', token: 'abc' }])
  })
})
