using FsCheck;
using FsCheck.Fluent;
using Grpc.Protocol;

namespace Grpc.Tests.Internals.Protocol;

public sealed class MetadataValueTests
{
    [Fact]
    public void Encode_AnyBytes_AreReadBack() => Prop.ForAll(
        ArbMap.Default.ArbFor<byte[]>(),
        bytes =>
        {
            var encoded = MetadataValue.Encode(new Metadata.Entry("x-bin", bytes));
            encoded.ShouldNotEndWith("=");
            foreach (var received in (string[])[encoded, Convert.ToBase64String(bytes)])
            {
                var metadata = new Metadata();
                MetadataValue.TryAdd(metadata, "x-bin", received).ShouldBeTrue();
                metadata.GetValueBytes("x-bin").ShouldBe(bytes);
            }
        }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("x-bin", "a")]
    [InlineData("x-bin", "a b")]
    [InlineData("x-bin", "YQ==, #")]
    [InlineData("x y", "text")]
    [InlineData("", "text")]
    public void TryAdd_WhatIsNoMetadata_IsRefused(string name, string value) =>
        MetadataValue.TryAdd([], name, value).ShouldBeFalse();
}
