// Two certificates of reserved names, made with openssl: of a server, and of the authority that signed it. Base64 of their DER form,
// and their fields as printed by `openssl x509`.

export const serverCertificate = {
  der: [
    'MIICSTCCAfCgAwIBAgIUQ1JQK0FVUjwWp2hWLzRGIVnnbCAwCgYIKoZIzj0EAwIwQzEaMBgGA1UEAwwRTGFyY2hnYXRlIFJvb3Qg',
    'WDExCzAJBgNVBAYTAlVTMRgwFgYDVQQKDA9MYXJjaGdhdGUsIEluYy4wIBcNMjYwOTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTla',
    'MEMxGTAXBgNVBAMMEHd3dy5leGFtcGxlLnRlc3QxCzAJBgNVBAYTAkRFMRkwFwYDVQQKDBBLw6RzZSAiWmVudHJhbGUiMFkwEwYH',
    'KoZIzj0CAQYIKoZIzj0DAQcDQgAEYBKAWg0CV15kWJhn0h+VHsEP4bqaC8uIIH1wm4U6UZTQ0awFyMboHtuAWuhjTvAa0OqYLq4w',
    'on5X3lOW1dxYvaOBvzCBvDAxBgNVHREEKjAoghB3d3cuZXhhbXBsZS50ZXN0gg4qLmV4YW1wbGUudGVzdIcEwAACATAdBgNVHQ4E',
    'FgQUehu0ip+B2H//zgHpGEPoMR1yyzUwaAYDVR0jBGEwX6FHpEUwQzEaMBgGA1UEAwwRTGFyY2hnYXRlIFJvb3QgWDExCzAJBgNV',
    'BAYTAlVTMRgwFgYDVQQKDA9MYXJjaGdhdGUsIEluYy6CFFEOinHlXAHUYSBmJH/v7QlmAd9pMAoGCCqGSM49BAMCA0cAMEQCIEZP',
    '7vof/g/MiLVa9MWFgrCob31Bqik5MnoHk9Cnsl00AiB1yOghr9K3HGXHu6ahO8aIi6Xv5Z18Pm0de25RKG2psg==',
  ].join(''),
  seen: {
    what: 'certificate',
    sha1: 'c5bb7db651e53c244793478423caae845ec2c6d5',
    sha256: '32689e331e40848525d78d7ecf314eac8787a2240411af524193e6012b063bb4',
    md5: '2e4b104835552cd54ae1fe93991bc326',
    subjectCommonName: 'www.example.test',
    subjectOrganization: 'Käse "Zentrale"',
    issuerCommonName: 'Larchgate Root X1',
    issuerOrganization: 'Larchgate, Inc.',
    names: ['www.example.test', '*.example.test'],
    chain: [],
    serial: '4352502b4155523c16a768562f34462159e76c20',
    notBefore: Date.UTC(2026, 8, 1) / 1000,
    notAfter: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000,
    ...{ index: 0, sourceName: '', sourceUrl: '' },
  },
};

export const rootCertificate = {
  der: [
    'MIIBgTCCAScCFFEOinHlXAHUYSBmJH/v7QlmAd9pMAoGCCqGSM49BAMCMEMxGjAYBgNVBAMMEUxhcmNoZ2F0ZSBSb290IFgxMQsw',
    'CQYDVQQGEwJVUzEYMBYGA1UECgwPTGFyY2hnYXRlLCBJbmMuMB4XDTIwMDEwMTAwMDAwMFoXDTQ1MDEwMTAwMDAwMFowQzEaMBgG',
    'A1UEAwwRTGFyY2hnYXRlIFJvb3QgWDExCzAJBgNVBAYTAlVTMRgwFgYDVQQKDA9MYXJjaGdhdGUsIEluYy4wWTATBgcqhkjOPQIB',
    'BggqhkjOPQMBBwNCAASJRTOFT0v5Ur4n++J88ta5D5fZ36Gx1BTHMY1ojtMe8jK+Y3RUjj3Rah5+RCjHIJ5wcAf31iZjVt4Ywe1g',
    'VzhbMAoGCCqGSM49BAMCA0gAMEUCIQC8yVUsI0ASbF1SsdnIA6vgMn5jrNloiNTgF2wns4r8jwIgdX3ihT/pe4wqsrs99xm7HCOj',
    '6iB2Alc6FQsVllRlZzY=',
  ].join(''),
  seen: {
    what: 'certificate',
    sha1: '389b4ec90cba5f56f2d035a4ededf974478130fd',
    sha256: '9995cbd084806b46354f5b321f31290687cbbb0be06dd9f7764728fc1a8659c0',
    md5: '640ce9214c03663ed6ffff4fc39f7414',
    subjectCommonName: 'Larchgate Root X1',
    subjectOrganization: 'Larchgate, Inc.',
    issuerCommonName: 'Larchgate Root X1',
    issuerOrganization: 'Larchgate, Inc.',
    names: [],
    chain: [],
    serial: '510e8a71e55c01d4612066247fefed096601df69',
    notBefore: Date.UTC(2020, 0, 1) / 1000,
    notAfter: Date.UTC(2045, 0, 1) / 1000,
    ...{ index: 0, sourceName: '', sourceUrl: '' },
  },
};
