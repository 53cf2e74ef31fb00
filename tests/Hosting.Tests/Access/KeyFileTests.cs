using System.Runtime.Versioning;
using Hosting.Access;

namespace Hosting.Tests.Access;

public sealed class KeyFileTests : IDisposable
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly TempDirectory _folder = new("key-file");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Path => _folder.Combine("keys.json");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task Change_OfAFileForAGroup_LeavesItToTheGroup()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no modes.");
        var file = new KeyFile(Path);
        await file.ChangeAsync(_ => [], Token);
        File.GetUnixFileMode(Path).ShouldBe(OwnerOnly);
        File.SetUnixFileMode(Path, OwnerOnly | UnixFileMode.GroupRead);

        (await file.ChangeAsync(_ => [NewKey()], Token)).ShouldBeTrue("the owner is the same");

        File.GetUnixFileMode(Path).ShouldBe(OwnerOnly | UnixFileMode.GroupRead);
        file.Read().Count.ShouldBe(1);
    }

    private static AccessKey NewKey() => AccessKey.Create("reader", Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out _);
}
