using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace Prober.Engine.Tests.Networking;

/// <summary>Writes answers of DNS for a test, right ones and wrong ones.</summary>
internal static class DnsAnswer
{
    private const int HeadLength = 12;

    /// <summary>Records to the question of a query: the owner of each is the name that was asked for.</summary>
    /// <param name="status">The status of the head: 0 for none, 3 for no such name.</param>
    public static byte[] To(byte[] query, int status = 0, bool isTruncated = false, byte[][]? answers = null, byte[][]? authorities = null)
    {
        var end = HeadLength + query.AsSpan(HeadLength).IndexOf((byte)0) + 5;
        byte[] message = [.. query[..end], .. (answers ?? []).SelectMany(one => one), .. (authorities ?? []).SelectMany(one => one)];
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(2), (ushort)(0x8180 | (isTruncated ? 0x0200 : 0) | status));
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(6), (ushort)(answers?.Length ?? 0));
        BinaryPrimitives.WriteUInt16BigEndian(message.AsSpan(8), (ushort)(authorities?.Length ?? 0));
        return message;
    }

    public static byte[] Address(string address, uint seconds = 60, byte[]? owner = null) =>
        Record(1, IPAddress.Parse(address).GetAddressBytes(), seconds, owner);

    public static byte[] Alias(string name, uint seconds = 60) => Record(5, Name(name), seconds);

    /// <param name="seconds">How long an absence may be kept.</param>
    public static byte[] Authority(uint seconds)
    {
        byte[] numbers = [.. new uint[] { 1, 2, 3, 4, seconds }.SelectMany(Big)];
        return Record(6, [.. Name("ns.test"), .. Name("root.test"), .. numbers], 3600);
    }

    public static byte[] Record(ushort type, byte[] data, uint seconds = 60, byte[]? owner = null) =>
    [
        .. owner ?? [0xC0, HeadLength], .. Big(((uint)type << 16) | 1), .. Big(seconds),
        (byte)(data.Length >> 8), (byte)data.Length, .. data,
    ];

    public static byte[] Name(string name) =>
        [.. name.Split('.').SelectMany(label => (byte[])[(byte)label.Length, .. Encoding.ASCII.GetBytes(label)]), 0];

    /// <summary>The type that a query asks for.</summary>
    public static int TypeOf(byte[] query) => query[HeadLength + query.AsSpan(HeadLength).IndexOf((byte)0) + 2];

    private static byte[] Big(uint number) => [(byte)(number >> 24), (byte)(number >> 16), (byte)(number >> 8), (byte)number];
}
