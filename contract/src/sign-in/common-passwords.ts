/** Words at the top of every list of leaked passwords, alone or followed by a number or a punctuation mark. */
const WORDS = `
password passwort passw0rd p@ssword p@ssw0rd pa$$word pa55word passpass passcode passphrase mypassword thepassword
welcome willkommen bienvenue letmein letmeinnow login logmein changeme changeit change default admin administrator
root superuser guest test testing tester testtest user username secret secrets topsecret hello hellothere helloworld
monkey dragon master mustang shadow michael jordan jennifer jessica ashley amanda nicole daniel andrew joshua matthew
anthony william robert thomas charlie charles christopher elizabeth victoria patricia stephanie samantha alexander
alexandra benjamin jonathan nicholas danielle michelle melissa heather vanessa veronica caroline isabella gabriel
football baseball basketball softball volleyball swimming soccer hockey tennis golfer superman batman spiderman
ironman starwars pokemon startrek princess sunshine iloveyou iloveu iloveyou2 loveyou lovely loveme babygirl babyboy
sweetheart sweetie butterfly butterflies flower flowers blossom rainbow diamond crystal angel angels blessed
jesus jesuschrist christ heaven faith freedom liberty justice america american american1 texas texan longhorn longhorns
dallas houston austin cowboys rangers astros spurs lonestar yankees redsox lakers packers steelers eagles patriots
whatever nothing trustno1 trustnoone access computer internet network server system windows microsoft google facebook
yahoo apple iphone samsung android hotmail linkedin instagram youtube twitter summer winter spring autumn fall january
february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday chocolate cookie cookies cheese banana orange pepper ginger peanut coffee pumpkin strawberry cherry
purple yellow silver golden black white green tigger tiger lions panther panthers wildcat wildcats bulldog
bulldogs killer hunter ranger harley ferrari porsche mercedes corvette camaro chevrolet toyota yamaha honda
scooter snoopy garfield mickey disney cinderella barbie hellokitty buster bailey maggie daisy sophie charlie1 bandit
guitar guitarist musical beatles metallica nirvana eminem slipknot player gamer minecraft fortnite playstation
nintendo xbox matrix ninja phoenix warrior wizard magic merlin gandalf legend knight soldier marine marines army navy
military police fireman doctor lawyer teacher student school college university office company business manager
secretary county appraisal appraiser assessor taxoffice property propertytax portal document documents district
upload uploads temporary temppass newpassword newpass pass1word onetime qwerty qwertz azerty asdf asdfgh asdfghjk
asdfghjkl zxcvbn zxcvbnm qwertyui qwertyuiop qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdasd asdqwe zaqxsw poiuyt
poiuytrewq lkjhgf mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc aaaa bbbb xxxx
`

/** Whole passwords that the rules below do not catch. */
const PASSWORDS = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 asdf1234
zxcv1234 zaq12wsx zaq1xsw2 a1b2c3d4 a1s2d3f4 1a2b3c4d abcd1234 abc12345 abc123abc 123abc123 123qwe123 123qweasd
qwe123qwe 12qwaszx 1234qwer 12345qwert 123456qwerty 1234asdf 123123abc 123456abc 12345678a 123456789a a12345678
a123456789 aa123456 aa12345678 q1234567 123456aa 123456ab 1234abcd 12345abc iloveyou1 11223344 1122334455 112233445566
12341234 12344321 123454321 123321123 12121212 13131313 10101010 01010101 123123123 12312312 321321321 14141414
20202020 21212121 23232323 25252525 31415926 314159265 27182818 147258369 147852369 159357258 159753159 159951159
741852963 789456123 963852741 987654321 98765432 87654321 876543210 0987654321 098765432 01234567 012345678 0123456789
12345678 123456789 1234567890 12345678910 1234567891 123456780 1234567899 987654321a 100200300 110110110 456456456
456789123 789789789 741741741 852456852 963963963 19841984 19851985 19861986 19871987 19881988 19891989 19901990
20002000 20012001 20202021 20212021 20222022 20232023 20242024 20252025 20262026 letmein!1 thisisme iamtheone
myspace1 rockyou1 ihateyou fuckyou1 fuckyou2 asshole1 bullshit jesus4ever godisgood ilovegod ilovejesus mylove4u
trustme1 opensesame sesameopen abracadabra qwerty12345 q1w2e3r4t5y6 zxcvbnm123 !qaz2wsx !qaz@wsx 1qaz!qaz !@#$%^&*
!@#$%^&*( )(*&^%$# pass@123 pass@1234 admin@123 p@55w0rd pa55w0rd passw0rd1 w3lcome1 welc0me1 ch4ngeme l3tm31n
`

const words = new Set(WORDS.trim().split(/\s+/))
const passwords = new Set(PASSWORDS.trim().split(/\s+/))

const NUMBER_OR_MARKS_BEHIND = /[\d\s!@#$%^&*().,_+=?-]{0,8}$/
const NUMBER_OR_MARKS_BEFORE = /^[\d\s!@#$%^&*().,_+=?-]{0,4}/
const FEW_CHARACTERS_REPEATED = /^(.{1,6})\1+$/u

/**
 * Whether an attacker would guess a password early: a common password, a common word with numbers or punctuation around
 * it ('Welcome-2026'), or up to six characters repeated. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  const word = plain.replace(NUMBER_OR_MARKS_BEHIND, '')
  return (
    passwords.has(plain) ||
    words.has(plain) ||
    words.has(word) ||
    words.has(word.replace(NUMBER_OR_MARKS_BEFORE, '')) ||
    FEW_CHARACTERS_REPEATED.test(plain)
  )
}
