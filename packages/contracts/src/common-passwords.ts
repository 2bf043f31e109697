/**
 * Passwords that everyone who guesses tries first, of at least eight characters (shorter ones are refused anyway), in
 * lower case. Written by hand for Toile: a few hundred of the best known, not one of the lists of thousands out of
 * broken sites.
 */
const common = new Set(
  `
  !qaz2wsx 00000000 000000000 0000000000 01234567 0123456789 0987654321 10203040 11111111 111111111 1111111111
  11112222 11223344 1122334455 112233445566 12121212 121212121 123123123 1231231231 123321123 12341234 12344321
  123454321 1234554321 12345678 123456789 1234567890 1234567891 12345678910 123456789a 123456aa 123456ab 123456abc
  12345qwert 1234abcd 1234qwer 123abc123 123qwe123 123qweasd 12qwaszx 13131313 1314520520 147258369 159753456
  19841984 19901990 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 20002000 20202020 20212021
  20222022 20232023 20242024 20252025 20262026 22222222 27182818 31415926 314159265 31415927 33333333 44444444
  52013140 5201314520 55555555 66666666 69696969 741852963 77777777 78787878 87654321 88888888 90909090 987654321
  9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa
  abc12345 abc123456 abc123abc abc@1234 abcabcabc abcd1234 abcd12345 abcd@1234 abcdefgh abcdefghi abcdefghij
  admin123 admin1234 admin123456 admin@123 administrator alexander alexandra america1 andrew123 angel123 angelica
  anthony1 anything arsenal1 asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer ashley123 asshole1 australia
  autumn123 autumn2026 azerty123 azertyui azertyuiop babygirl babygirl1 bangladesh barcelona baseball basketball
  batman123 beautiful beijing1 benjamin berlin123 birthday biteme123 blackberry blahblah blender1 blender123
  blessed1 blink182 bonjour1 brandon1 brasil123 brooklyn bullshit buster123 buttercup butterfly butterfly1
  buttons1 california canada123 catherine challenge champion changeit changeme charlie1 charlie123 cheerleader
  chelsea1 chocolate christian christina christine christmas clo3d123 clothing columbia computer computer1
  computer123 contrasena corvette couture1 cowboys1 crystal1 dallas123 daniel123 danielle darling1 darthvader
  database december default1 designer designer1 deutschland diamond1 discovery doctorwho dolphin1 dolphins
  dragon12 dragon123 dressmaker elephant elizabeth eminem123 enterprise everything explorer facebook faith123
  fashion1 fashion123 fashionista february ferrari1 firewall florida1 football forever1 foreveryoung fortnite
  francaise francesca freedom1 friday123 frodo123 fuckoff1 fuckyou1 fuckyou123 gabriela gabriella gandalf1
  ganesh123 germany1 godisgood golden123 goodluck google123 gryffindor guest123 hacker123 hackme123 halloween
  happy123 happyday hardcore hardware harrypotter hello123 hello1234 hellohello hellokitty helloworld hogwarts
  hongkong houston1 hunter12 hunter123 illustrator iloveu123 iloveyou iloveyou1 iloveyou123 iloveyou2 india123
  india@123 instagram internet ironman1 january1 jennifer jessica1 jessica123 jesus123 jesuschrist jonathan
  jordan123 jordan23 joshua123 juventus katherine keyboard killer123 krishna1 lakers24 lamborghini laptop123
  letmein1 letmein123 letmeinnow liberty1 linkedin liverpool liverpool1 london123 love1234 lovelove lovely123
  loveme123 loveyou1 madonna1 manchester mannequin margaret marvelous master12 master123 matrix123 matthew1
  maverick mercedes metallica mexico123 michael1 michael123 michelle microsoft midnight midnight1 minecraft
  monday123 monkey12 monkey123 morning1 moscow123 motdepasse motorola mustang1 mylove123 mypass123 mypassword
  mysecret natasha1 neo12345 network1 newpassword newyork1 nicole123 nintendo nirvana1 nopasswd nopassword
  nothing1 november october1 oldpassword openopen opensesame p455w0rd p4ssw0rd p@$$w0rd p@$$word p@ssw0rd
  p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pa55word packers1 pakistan paris123
  pass1234 pass12345 passpass passw0rd passw0rd1 passw0rd123 password password! password01 password1 password11
  password12 password123 password1234 password2 password21 password3 password5 password69 password7 password9
  password99 password@1 password@123 passwort patrick1 patriots phoenix1 photoshop platinum playstation pokemon1
  porsche1 portfolio potter123 princess princess1 pussycat q1q1q1q1 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc
  qweasdzxc qweqweqwe qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty@123 qwertyqwerty qwertyui
  qwertyuiop qwqwqwqw rainbow1 ranger123 realmadrid rhinoceros robert123 roblox123 root1234 root@123 rootroot
  samantha samsung1 saturday seamstress secret12 secret123 security security1 senha123 september shadow12
  shadow123 shanghai silver123 singapore skywalker slipknot slytherin snowball softball software something
  spiderman spring123 spring2026 startrek starwars steelers1 stephanie stylist1 stylist123 summer12 summer123
  summer2024 summer2025 summer2026 sunday123 sunflower sunshine sunshine1 superman superuser sweetheart sweetie1
  swordfish sysadmin telegram test1234 test12345 test@123 testing1 testtest texas123 thepassword thomas123
  thursday tigger123 titanium toile123 toiletoile toor1234 trustno1 tuesday1 unicorn1 user1234 user@123 valentin
  valentina victoria volleyball voyager1 wardrobe warrior1 webmaster wednesday welcome1 welcome12 welcome123
  welcome@1 welcome@123 whatever whatever1 whatsapp william1 windows1 windows10 winter12 winter123 winter2024
  winter2025 winter2026 woaini123 woaini1314 woaini520 woaini521 woaiwojia wolverine xxxxxxxx yankees1
  yourpassword z1x2c3v4 zaq12wsx zaq1zaq1 zxcvasdf zxcvbnm1 zxcvbnm123 zxczxczxc zzzzzzzz
`
    .trim()
    .split(/\s+/),
)

/** Whether a password, in lower case, is one of the best known, also with one to four digits or a `!` behind it. */
export function isCommonPassword(folded: string): boolean {
  return common.has(folded) || common.has(folded.replace(/(\d{1,4}|!+)$/, ''))
}
