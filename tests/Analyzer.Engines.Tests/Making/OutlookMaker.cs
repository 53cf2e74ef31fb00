namespace Analyzer.Engines.Tests.Making;

/// <summary>Makes what Outlook packs attachments in, and sections of OneNote.</summary>
internal static class OutlookMaker
{
    public static byte[] OneNote(params byte[][] files) =>
    [
        .. Convert.FromHexString("E4525C7B8CD8A74DAEB15378D02996D3"), .. new byte[1000],
        .. files.SelectMany(file => (byte[])
        [
            .. Convert.FromHexString("E716E3BD65261145A4C48D4D0B7A9EAC"), .. BitConverter.GetBytes((long)file.Length), .. new byte[12],
            .. file,
        ]),
    ];

    public static byte[] Tnef(params (uint Attribute, byte[] Data)[] attributes) =>
    [
        0x78, 0x9F, 0x3E, 0x22, 1, 0,
        .. attributes.SelectMany(one => (byte[])
        [
            (byte)(one.Attribute == 0x00069003 ? 1 : 2), .. BitConverter.GetBytes(one.Attribute),
            .. BitConverter.GetBytes(one.Data.Length), .. one.Data, 0, 0,
        ]),
    ];
}
