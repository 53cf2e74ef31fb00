using Hosting.Access;
using Hosting.Lifetime;
using Tests.Common.Disks;

namespace Hosting.Tests.Access;

/// <summary>A key that was reported as revoked must not return with the power.</summary>
public sealed class KeyPowerLossTests
{
    private static readonly string[] Names = ["ada", "grace", "edsger"];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Revoke_PowerIsLostAnywhere_LeavesAWholeFileInWhichReportedKeysAreRevoked()
    {
        var steps = await PowerLoss.AtEachStepAsync<string>(
            folder => new KeyFile(PathIn(folder)).Replace([.. Names.Select(NewKey)]),
            async (folder, disk, reported) =>
            {
                foreach (var name in Names[..2])
                {
                    (await KeyCommands.RevokeAsync(new KeyFile(PathIn(folder), disk), name, Token)).ShouldBe(ExitCode.Done);
                    reported.Add(name);
                }
            },
            (folder, reported) =>
            {
                var keys = new KeyFile(PathIn(folder)).Read();
                keys.Select(key => key.Name).ShouldBe(Names);
                var revoked = keys.Where(key => key.Revoked is not null).Select(key => key.Name).ToList();
                revoked.ShouldBe(Names[..revoked.Count]);
                revoked.Count.ShouldBeInRange(reported.Count, Math.Min(reported.Count + 1, 2));
            });

        steps.ShouldBeGreaterThan(8);
    }

    [Fact]
    public async Task Add_PowerIsLostAnywhereInANewFolder_LeavesTheKeysThatWereReported() => await PowerLoss.AtEachStepAsync<string>(
        _ => { },
        async (folder, disk, reported) =>
        {
            var file = new KeyFile(Path.Combine(folder, "etc", "keys", "keys.json"), disk);
            foreach (var name in Names)
            {
                await file.ChangeAsync(keys => [.. keys, NewKey(name)], Token);
                reported.Add(name);
            }
        },
        (folder, reported) =>
        {
            var path = Path.Combine(folder, "etc", "keys", "keys.json");
            var names = File.Exists(path) ? new KeyFile(path).Read().Select(key => key.Name).ToArray() : [];
            names.Take(reported.Count).ShouldBe(reported);
        });

    private static string PathIn(string folder) => Path.Combine(folder, "keys.json");

    private static AccessKey NewKey(string name) => AccessKey.Create(name, Scopes.Read, DateTimeOffset.UnixEpoch, expires: null, out _);
}
