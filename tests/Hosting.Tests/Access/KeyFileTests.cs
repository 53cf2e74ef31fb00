using System.Runtime.Versioning;
using Hosting.Access;
using Microsoft.Extensions.Logging.Abstractions;

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

    [Fact]
    public async Task Ring_KeysThatCameAndWent_AreTold()
    {
        var file = new KeyFile(Path);
        var (kept, gone) = (NewKey(), NewKey() with { Revoked = DateTimeOffset.UnixEpoch });
        await file.ChangeAsync(_ => [], Token);
        var told = new List<string>();
        using var ring = new KeyRing(
            file, TimeProvider.System, NullLogger<KeyRing>.Instance, (action, id) => told.Add($"{action} {id}"));

        await file.ChangeAsync(_ => [kept, gone], Token);
        ring.Refresh();

        told.ShouldBe([$"key-added {kept.Id}", $"key-revoked {gone.Id}"]);
    }

    private static AccessKey NewKey() => AccessKey.Create("reader", Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out _);
}
