namespace Journal.Tests;

/// <summary>The key ceremony of the README, with its commands.</summary>
[Trait("Category", "EndToEnd")]
public sealed class CeremonyTests : IDisposable
{
    private readonly TempDirectory _files = new("ceremony");

    private string Folder => _files.Combine("journal");

    public void Dispose() => _files.Dispose();

    [Fact]
    public async Task Commands_OfTheCeremony_GiveTheKeyToAnyThreeAndToNobodyElse()
    {
        var key = _files.Combine("reader.pem");
        await DoneAsync("init", "--new-reader", key);
        await using (var host = await JournalHost.StartOnAsync(new(Folder), null))
        {
            using var http = new HttpClient();
            using var stored = await http.PostAsync(
                new Uri(host.Http, "/v1/lines"), new StringContent("a test record"), TestContext.Current.CancellationToken).Within();
            stored.EnsureSuccessStatusCode();
        }

        await DoneAsync("readers", "split", key, "--needed", "3", "--shares", "5", "--out", _files.Path);
        var first = await DoneAsync("readers", "combine", Share(1), Share(4), Share(5), "--out", _files.Combine("try1.pem"));
        var second = await DoneAsync("readers", "combine", Share(2), Share(3), Share(1), "--out", _files.Combine("try2.pem"));

        first.Split("fingerprint ")[1].ShouldBe(second.Split("fingerprint ")[1]); // what the protocol has
        (await DoneAsync("replay", "--key", _files.Combine("try1.pem"))).ShouldContain("a test record");
        (await DoneAsync("replay", "--key", _files.Combine("try2.pem"))).ShouldContain("a test record");

        var (few, tooFew) = await JournalProcess.RunAsync(
            Folder, "readers", "combine", Share(1), Share(2), "--out", _files.Combine("no.pem"));
        few.ShouldNotBe(0, tooFew);
        Directory.Move(_files.Combine("share-3-of-5.txt"), _files.Combine("share-3-of-the-first.txt"));
        File.Delete(Share(1));
        File.Delete(Share(2));
        File.Delete(Share(4));
        File.Delete(Share(5));
        await DoneAsync("readers", "split", key, "--needed", "3", "--shares", "5", "--out", _files.Path);
        var (foreign, said) = await JournalProcess.RunAsync(
            Folder, "readers", "combine", Share(1), Share(2), _files.Combine("share-3-of-the-first.txt"), "--out",
            _files.Combine("no.pem"));
        foreign.ShouldNotBe(0);
        said.ShouldContain("share-3-of-the-first.txt");
        File.Exists(_files.Combine("no.pem")).ShouldBeFalse();
    }

    private string Share(int number) => _files.Combine($"share-{number}-of-5.txt");

    private async Task<string> DoneAsync(params string[] command)
    {
        var (code, said) = await JournalProcess.RunAsync(Folder, command);
        code.ShouldBe(0, said);
        return said;
    }
}
