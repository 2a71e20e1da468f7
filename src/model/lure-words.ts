/** Words that impostors put around a name. */
export const lureWords: ReadonlySet<string> = new Set(
  `access account accounts activate alert alerts app apps auth bank banking bill billing bonus business card care center
   centre check claim client clients cloud confirm connect contact customer customers direct email gift global group help
   helpdesk home id info invoice live login logon mail message mfa mobile my net office official online order otp page
   password pay payment payments portal profile protect recover recovery refund register renew reset reward rewards safe
   safety secure secured security service services shop sign signin signon sms sso status store support survey team track
   tracking transfer unlock unlocking update updates user validate verification verify vpn wallet web webmail www`.split(
    /\s+/,
  ),
);
