using System.IO.Compression;
using System.Net.Http.Json;
using System.Reflection;
using System.Text.Json;

namespace Load.Tests.EndToEnd;

/// <summary>The data folder of each release starts with this build, keeps what it had, and goes on.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class StackUpgradeTests : IDisposable
{
    private const string Facts = "release.json";

    private static readonly string Kept = Path.Combine(SharedData.RepositoryRoot, "tests", "load.Tests", "Stack", "Releases");

    private readonly TempDirectory _folder = new("stack");

    public static TheoryData<string> Releases =>
        [.. Directory.GetFiles(Kept, "*.zip").Select(file => Path.GetFileNameWithoutExtension(file))];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private StackUser User => new(_folder.Path);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Releases))]
    public async Task Stack_OnTheDataOfARelease_KeepsWhatItHadAndGoesOn(string release)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        await ZipFile.ExtractToDirectoryAsync(Path.Combine(Kept, $"{release}.zip"), _folder.Path, Token);
        var known = JsonSerializer.Deserialize<Release>(await File.ReadAllTextAsync(_folder.Combine(Facts), Token))!;

        using var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path);
        await stack.SaysAsync(StackUser.Ready);

        using var gateway = new HttpClient { BaseAddress = StackUser.AddressOf(stack, "gateway") };
        var report = await gateway.GetFromJsonAsync<JsonElement>($"/v1/files/{known.Sha256}", Token).Within();
        report.GetProperty("verdict").GetString().ShouldBe("malicious");
        using var prober = new HttpClient { BaseAddress = StackUser.AddressOf(stack, "prober") };
        var (from, to) = (known.At - TimeSpan.FromSeconds(5), known.At + TimeSpan.FromSeconds(1));
        var timeline = await prober.GetFromJsonAsync<JsonElement>(
            $"/api/v1/timeline?kind=http&name=gateway&from={Uri.EscapeDataString($"{from:O}")}&to={Uri.EscapeDataString($"{to:O}")}", Token)
            .Within();
        timeline.GetProperty("parts").EnumerateArray().ShouldContain(part => part.GetProperty("state").GetString() == "up");
        await User.SeenAsync(await StackUser.SubmitAsync(gateway.BaseAddress));

        await stack.SignalAsync("INT", toAll: true);
        (await stack.ExitAsync()).ShouldBe(0, stack.Output);
        var trail = await User.TrailAsync();
        (trail.AuditedAt(known.Trace), trail.AlertsOf(known.Trace)).ShouldBe((known.Record, 1));
        await trail.ProveAsync([known.Record], Token);
        await trail.VerifyAsync(Token);
    }

    /// <summary>Writes the folder of this build: <c>-explicit only</c> at a release (docs/upgrade.md).</summary>
    [Fact(Explicit = true)]
    public async Task Pack_ThisBuild_LeavesItsDataFolder()
    {
        using (var stack = new LabProcess("stack", "--free-ports", "--data", _folder.Path))
        {
            await stack.SaysAsync(StackUser.Ready);
            var file = await StackUser.SubmitAsync(StackUser.AddressOf(stack, "gateway"));
            var record = await User.SeenAsync(file);
            await StackUser.UpAsync(StackUser.AddressOf(stack, "prober"), targets: 8);
            var known = new Release(file.Sha256, file.Trace, record, TimeProvider.System.GetUtcNow());
            await stack.SignalAsync("INT", toAll: true);
            (await stack.ExitAsync()).ShouldBe(0, stack.Output);
            await File.WriteAllTextAsync(_folder.Combine(Facts), JsonSerializer.Serialize(known), Token);
        }

        Directory.Delete(_folder.Combine("logs"), recursive: true);
        var lab = typeof(Load.Machine.LabException).Assembly;
        var version = lab.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        var packed = Path.Combine(Kept, $"{version.Split('+')[0]}.zip");
        File.Delete(packed);
        await ZipFile.CreateFromDirectoryAsync(_folder.Path, packed, CompressionLevel.SmallestSize, includeBaseDirectory: false, Token);
        new FileInfo(packed).Length.ShouldBeLessThan(100_000, "it is kept for ever");
    }

    /// <param name="Sha256">A malicious file that was judged.</param>
    /// <param name="Trace">The trace id of its upload.</param>
    /// <param name="Record">The record of its audit line.</param>
    /// <param name="At">When the prober saw all up.</param>
    private sealed record Release(string Sha256, string Trace, long Record, DateTimeOffset At);
}
