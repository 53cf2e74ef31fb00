using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Grpc.Protocol;

namespace Grpc.Tests.Internals.Protocol;

public sealed class PercentEncodingTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("plain text ~", "plain text ~")]
    [InlineData("100%", "100%25")]
    [InlineData("a\nb", "a%0Ab")]
    [InlineData("ü", "%C3%BC")]
    [InlineData("€", "%E2%82%AC")]
    public void Encode_Text_IsAsciiAndReadBack(string text, string encoded)
    {
        PercentEncoding.Encode(text).ShouldBe(encoded);
        PercentEncoding.Decode(encoded).ShouldBe(text);
    }

    [Theory]
    [InlineData("%", "%")]
    [InlineData("%4", "%4")]
    [InlineData("%zz%41", "%zzA")]
    [InlineData("a%ff", "a\ufffd")]
    [InlineData("%e4%bd%a0", "你")]
    public void Decode_WhatIsNoEncoding_IsKept(string encoded, string text) => PercentEncoding.Decode(encoded).ShouldBe(text);

    [Fact]
    public void Encode_AnyText_IsPrintableAsciiAndReadBack() => Prop.ForAll(
        ArbMap.Default.ArbFor<UnicodeString>(),
        text =>
        {
            var encoded = PercentEncoding.Encode(text.Get);
            encoded.ShouldAllBe(value => value >= ' ' && value <= '~');
            PercentEncoding.Decode(encoded).ShouldBe(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text.Get))); // no lone surrogates
        }).QuickCheckThrowOnFailure();
}
