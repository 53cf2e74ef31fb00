using System.Diagnostics;

namespace Analyzer.Storage.Sqlite.Tests;

public sealed class DiskFullTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-full");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task SaveAsync_AtTheLimitOfTheFile_LosesNothingAndRecoversWhenThereIsRoom()
    {
        var path = _folder.Combine("reports.db");
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path, MaxBytes = 256 * 1024 });
        var saved = await SaveUntilFullAsync(store);

        using (var file = new SqliteFile(path))
        {
            file.Execute("DELETE FROM reports WHERE n <= 40");
        }

        await store.CheckAsync(Cancellation).Within();
        (await store.SaveAsync(Reports.Make(saved + 1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
        await CheckSoundAsync(path, store);
    }

    [Fact]
    public async Task Open_AtTheLimitOfTheFile_StillAnswers()
    {
        var options = new SqliteStoreOptions { Path = _folder.Combine("reports.db"), MaxBytes = 256 * 1024 };
        await using (var full = SqliteReportStore.Open(options))
        {
            await SaveUntilFullAsync(full);
        }

        await using var store = SqliteReportStore.Open(options);

        (await store.FindAsync(Reports.Id(0), Cancellation).Within()).ShouldNotBeNull();
        await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());
    }

    [Fact]
    public async Task SaveAsync_OnAFullDisk_LosesNothingAndRecoversWhenThereIsRoom()
    {
        await using var disk = await SmallDisk.MountAsync(_folder.Combine("disk"), bytes: 4 * 1024 * 1024).Within();
        var path = Path.Combine(disk.Path, "reports.db");
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path });
        var filler = Path.Combine(disk.Path, "filler");
        File.WriteAllBytes(filler, new byte[2 * 1024 * 1024]);
        var saved = await SaveUntilFullAsync(store);

        File.Delete(filler);

        await store.CheckAsync(Cancellation).Within();
        (await store.SaveAsync(Reports.Make(saved + 1), Cancellation).Within()).Outcome.ShouldBe(SaveOutcome.Created);
        await CheckSoundAsync(path, store);
    }

    /// <returns>How many were acknowledged, each of which is still found.</returns>
    private static async Task<int> SaveUntilFullAsync(SqliteReportStore store)
    {
        // The checkpointer may start the log anew between a save and the check: then there is room for a few more, until there is none.
        const int maxFillings = 50;
        var saved = 0;
        var isFull = false;
        for (var filling = 0; !isFull; filling++)
        {
            filling.ShouldBeLessThan(maxFillings, "the check succeeds although no save does");
            var failure = await Should.ThrowAsync<StoreUnavailableException>(async () =>
            {
                for (; ; saved++)
                {
                    await store.SaveAsync(Reports.Make(saved), Cancellation).Within();
                }
            });
            failure.Message.ShouldContain("No space left");
            isFull = await IsFullAsync(store);
        }

        saved.ShouldBeGreaterThan(50);
        for (var number = 0; number < saved; number++)
        {
            (await store.FindAsync(Reports.Id(number), Cancellation).Within()).ShouldNotBeNull();
        }

        (await store.FindAsync(Reports.Id(saved), Cancellation).Within()).ShouldBeNull();
        return saved;
    }

    private static async Task<bool> IsFullAsync(SqliteReportStore store)
    {
        try
        {
            await store.CheckAsync(Cancellation).Within();
            return false;
        }
        catch (StoreUnavailableException)
        {
            return true;
        }
    }

    private static async Task CheckSoundAsync(string path, SqliteReportStore store)
    {
        await store.DisposeAsync();
        SqliteReportStore.IntegrityCheck(new SqliteStoreOptions { Path = path }, Cancellation).ShouldBeEmpty();
    }

    /// <summary>A tmpfs of its own. Mounting needs rights that not every account has.</summary>
    private sealed class SmallDisk(string path) : IAsyncDisposable
    {
        public string Path => path;

        public static async Task<SmallDisk> MountAsync(string path, int bytes)
        {
            Assert.SkipUnless(OperatingSystem.IsLinux(), "tmpfs is Linux's.");
            Directory.CreateDirectory(path);
            Assert.SkipUnless(
                await RunAsync("mount", "-t", "tmpfs", "-o", $"size={bytes}", "tmpfs", path) == 0, "This account may not mount a tmpfs.");
            return new(path);
        }

        public async ValueTask DisposeAsync() => (await RunAsync("umount", path)).ShouldBe(0);

        private static async Task<int> RunAsync(string command, params string[] arguments)
        {
            using var process = Process.Start(new ProcessStartInfo(command, arguments) { RedirectStandardError = true })!;
            await process.StandardError.ReadToEndAsync(Cancellation);
            await process.WaitForExitAsync(Cancellation);
            return process.ExitCode;
        }
    }
}
