import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * Passwords that zxcvbn's list lacks, for example those that zxcvbn catches by rules (repeats, years, keyboard rows)
 * and likely choices of stylists.
 */
const FURTHER = `
  00000000 000000000 01234567 0123456789 0987654321 111111111 12121212 13131313 1314520520 19841984 19901990
  20002000 20202020 20212021 20222022 20232023 20242024 20252025 20262026 22222222 27182818 33333333 44444444
  52013140 5201314520 55555555 66666666 77777777 78787878 87654321 88888888 90909090 987654321 9876543210 99999999
  999999999 aaaaaaaa abc@1234 abcabcabc abcd@1234 abcdefgh abcdefghi abcdefghij admin@123 asdasdasd clo3d123
  couture1 doctorwho dressmaker fashionista fortnite francaise gryffindor illustrator india@123 instagram linkedin
  mannequin marvelous neo12345 nopasswd oldpassword p@$$w0rd p@$$word p@ssword p@ssword1 p@ssword123 pa$$word
  password@1 password@123 portfolio q1q1q1q1 qweqweqwe qwerty@123 qwertyqwerty qwqwqwqw rhinoceros roblox123
  root@123 rootroot seamstress slytherin stylist1 stylist123 superuser telegram test@123 thepassword toile123
  toiletoile toor1234 user@123 wardrobe welcome@1 welcome@123 whatsapp woaiwojia xxxxxxxx yourpassword zaq1zaq1
  zxczxczxc zzzzzzzz
`

/** Some 49,000 lower-case passwords from breaches, and the passwords above. */
const common = new Set([...dictionary['passwords-common'], ...FURTHER.trim().split(/\s+/)])

/** Also matches a common password followed by up to four digits, or by exclamation marks. @param folded lower case */
export function isCommonPassword(folded: string): boolean {
  return common.has(folded) || common.has(folded.replace(/(\d{1,4}|(?<!!)!+)$/, ''))
}
