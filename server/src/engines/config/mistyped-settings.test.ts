import { expect, test } from 'vitest'
import { mistypedSettings } from './mistyped-settings.ts'

test.each([
  ['BACKUP_DRI', 'BACKUP_DIR'],
  ['BACKUPDIR', 'BACKUP_DIR'],
  ['STAFF_EMAIL_DOMAINS', 'STAFF_EMAIL_DOMAIN'],
  ['TIME-ZONE', 'TIME_ZONE'],
])('R1.86 %s is probably %s', (typed, meant) => {
  expect(mistypedSettings({ [typed]: 'x' })).toEqual([
    `${typed} is not a setting and has no effect. Did you mean ${meant}?`,
  ])
})

test.each([
  ['a name like no setting', { BACKUP_FOLDER: 'x' }],
  ['a setting', { BACKUP_DIR: '/backups' }],
  ['a name beside the setting that it resembles', { SMTP_URLS: 'x', SMTP_URL: 'smtp://mail.example' }],
  ['a short name', { PORTS: '1' }],
])('R1.86 %s is no mistake', (_, environment) => {
  expect(mistypedSettings(environment)).toEqual([])
})
