/**
 * Sites where anybody can publish under the host's own name, so that a listed URL names a page of one user and not the site. Sites that
 * give each user a name of their own (user.github.io) are not here: such a name is the user's.
 */
export const sharedHosts: readonly string[] = (
  '4shared.com anonfiles.com archive.org bitbucket.org box.com cdn.discordapp.com cdn.jsdelivr.net ' +
  'cloudflare-ipfs.com codeberg.org codepen.io controlc.com discord.com docs.google.com dpaste.com ' +
  'drive.google.com drive.usercontent.google.com dropbox.com dropmefiles.com dweb.link facebook.com file.io ' +
  'files.catbox.moe firebasestorage.googleapis.com forms.gle forms.office.com ghostbin.com gist.github.com ' +
  'gist.githubusercontent.com github.com gitlab.com gofile.io hastebin.com ibb.co imgur.com ipfs.io linktr.ee ' +
  'litter.catbox.moe media.discordapp.net mediafire.com medium.com mega.co.nz mega.nz notion.so ' +
  'objects.githubusercontent.com onedrive.live.com paste.ee pastebin.com pinterest.com pixeldrain.com ' +
  'raw.githubusercontent.com reddit.com rentry.co s3.amazonaws.com send.cm sendspace.com sites.google.com ' +
  'slideshare.net soundcloud.com sourceforge.net spaces.hightail.com steamcommunity.com storage.googleapis.com ' +
  'swisstransfer.com t.me telegra.ph textbin.net transfer.sh trello.com tumblr.com twitter.com unpkg.com ' +
  'upload.ee uploadhaven.com vimeo.com we.tl wetransfer.com workupload.com www.dropbox.com www.facebook.com ' +
  'www.mediafire.com www.sendspace.com www.upload.ee www.youtube.com x.com youtube.com zippyshare.com'
).split(' ');

/**
 * Sites that give each user a name of their own below the site's (user.tumblr.com), so that a listed name there is the user's and says
 * nothing about the site. Those that are in the public suffix list are not here: names below them are domains of their own.
 */
export const namingSites: readonly string[] = (
  '000webhostapp.com ameblo.jp angelfire.com atlassian.net bandcamp.com bigcartel.com cargo.site doodlekit.com fc2.com ' +
  'freshdesk.com glitch.me godaddysites.com hubspotpagebuilder.com itch.io jimdofree.com jimdosite.com livejournal.com ' +
  'mailchimpsites.com medium.com myportfolio.com mystrikingly.com over-blog.com sharepoint.com simdif.com site123.me ' +
  'strikingly.com substack.com tripod.com tumblr.com typepad.com ucoz.com webcindario.com webnode.page weebly.com ' +
  'wordpress.com zendesk.com'
).split(' ');
