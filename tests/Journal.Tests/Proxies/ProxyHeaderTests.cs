using System.Buffers;
using System.Net;
using System.Text;
using Journal.Features.Proxies;

namespace Journal.Tests.Proxies;

public sealed class ProxyHeaderTests
{
    private static readonly byte[] Binary = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A];

    /// <summary>Version, command, family, length, addresses and ports, and a field of another kind (PP2_TYPE_NOOP).</summary>
    public static TheoryData<byte[], string?> Whole { get; } = new()
    {
        { Text("PROXY TCP4 192.0.2.1 198.51.100.1 56324 514\r\n"), "192.0.2.1:56324" },
        { Text("PROXY TCP6 2001:db8::1 2001:db8::2 1 65535\r\n"), "[2001:db8::1]:1" },
        { Text("PROXY UNKNOWN\r\n"), null },
        { Text("PROXY UNKNOWN ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n"), null },
        { [.. Binary, 0x21, 0x11, 0, 12, 192, 0, 2, 1, 198, 51, 100, 1, 0xDC, 0x04, 2, 2], "192.0.2.1:56324" },
        { [.. Binary, 0x21, 0x11, 0, 16, 192, 0, 2, 1, 198, 51, 100, 1, 0xDC, 0x04, 2, 2, 4, 0, 1, 0], "192.0.2.1:56324" },
        { [.. Binary, 0x21, 0x21, 0, 36, .. Address(1), .. Address(2), 0, 7, 2, 2], "[2001:db8::1]:7" },
        {
            [.. Binary, 0x21, 0x11, 8, 0, 192, 0, 2, 1, 198, 51, 100, 1, 0xDC, 0x04, 2, 2, 0xEA, 7, 0xF1, .. new byte[2033]],
            "192.0.2.1:56324"
        },
        { Text("PROXY TCP6 192.0.2.1 2001:db8::2 1 65535\r\n"), "192.0.2.1:1" },
        { [.. Binary, 0x20, 0x00, 0, 0], null },
        { [.. Binary, 0x20, 0x11, 0, 12, 192, 0, 2, 1, 198, 51, 100, 1, 0xDC, 0x04, 2, 2], null },
        { [.. Binary, 0x21, 0x31, 0, 216, .. new byte[216]], null },
    };

    [Theory]
    [MemberData(nameof(Whole))]
    public void Read_AHeader_GivesTheClientAndLeavesTheRest(byte[] header, string? expected)
    {
        for (var length = 0; length < header.Length; length++)
        {
            var part = new ReadOnlySequence<byte>(header, 0, length);
            ProxyHeader.Read(ref part, out _).ShouldBe(ProxyRead.Incomplete, $"{length} bytes");
            part.Length.ShouldBe(length);
        }

        var all = new ReadOnlySequence<byte>([.. header, .. "<13>x"u8]);

        ProxyHeader.Read(ref all, out var client).ShouldBe(ProxyRead.Whole);

        client.ShouldBe(expected is null ? null : IPEndPoint.Parse(expected));
        Encoding.UTF8.GetString(all).ShouldBe("<13>x");
    }

    public static TheoryData<byte[]> Malformed { get; } =
    [
        Text("PROXY TCP4 192.0.2.1\r\n"),
        Text("PROXY TCP4 host 198.51.100.1 56324 514\r\n"),
        Text("PROXY TCP4 192.0.2.1 198.51.100.1 65536 514\r\n"),
        Text("PROXY TCP4 192.0.2.1 198.51.100.1 -1 514\r\n"),
        Text("PROXY TCP4 192.0.2.1 198.51.100.1 +80 514\r\n"),
        Text("PROXY TCP4 010.0.2.1 198.51.100.1 80 514\r\n"),
        Text("PROXY TCP4 2001:db8::1 2001:db8::2 80 514\r\n"),
        Text("PROXY TCP6 fe80::1%eth0 fe80::2 80 514\r\n"),
        Text("PROXY TCP4 192.0.2.1 198.51.100.1 80 443 more\r\n"),
        Text("PROXY SCTP 192.0.2.1 198.51.100.1 1 514\r\n"),
        Text("PROXY TCP4 192.0.2.1 198.51.100.1 80 514\n"),
        Text("PROXY " + new string('x', 200)),
        (byte[])[.. Binary, 0x31, 0x11, 0, 12, .. new byte[12]],
        (byte[])[.. Binary, 0x22, 0x11, 0, 12, .. new byte[12]],
        (byte[])[.. Binary, 0x21, 0x11, 0, 11, .. new byte[11]],
        (byte[])[.. Binary, 0x21, 0x11, 0xFF, 0xFF],
    ];

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Read_WhatPretendsToBeAHeader_IsMalformed(byte[] bytes)
    {
        var buffer = new ReadOnlySequence<byte>(bytes);

        ProxyHeader.Read(ref buffer, out var client).ShouldBe(ProxyRead.Malformed);

        client.ShouldBeNull();
    }

    [Theory]
    [InlineData("<13>x")]
    [InlineData("PROXX")]
    [InlineData("\r\n\r\n\r")]
    [InlineData("GET / HTTP/1.1\r\n")]
    public void Read_SomethingElse_IsMissing(string text)
    {
        var buffer = new ReadOnlySequence<byte>(Text(text));

        ProxyHeader.Read(ref buffer, out _).ShouldBe(ProxyRead.Missing);
    }

    private static byte[] Text(string text) => Encoding.ASCII.GetBytes(text);

    private static byte[] Address(byte last) => IPAddress.Parse($"2001:db8::{last}").GetAddressBytes();
}
