using System.Net;
using System.Net.Sockets;
using Api.Tests.Hosts;
using Hosting.Lifetime;
using Microsoft.Data.Sqlite;

namespace Api.Tests.Starts;

/// <summary>
/// Each host as an executable that cannot start, because of a setting, a port or its data: one sentence says why and names what to change,
/// the code is 2, and what was there stays as it was.
/// </summary>
[Trait("Category", "Nightly")]
public sealed class StartTests : IDisposable
{
    private readonly StartFolder _folder = new();

    public static TheoryData<string> Hosts => DescribedHosts.Names;

    public static TheoryData<string> HostsWithData =>
        [DescribedHosts.Analyzer, DescribedHosts.Journal, DescribedHosts.Prober, DescribedHosts.Sigma];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task Start_SettingsFileThatIsNoneOrIsWrong_NamesFileAndLine(string host)
    {
        var section = StartFolder.SectionOf(host);
        var file = _folder.Combine("appsettings.json"); // in the folder in which it is started
        foreach (var (text, said) in ((string, string)[])
        [
            ("", $"{file}': It is empty"),
            ($$"""{ "{{section}}": {""", $"{file}': Line 1 is no JSON"),
            ($$"""
              {
                "{{section}}": { "LogFromat": "json" }
              }
              """, $"{section}:LogFromat ({file}, line 2)"),
            ($$"""{ "{{section}}": { "LogFormat": "xml" } }""", $"{section}:LogFormat"),
            ($$"""{ "{{section}}": { "Clients": { "MaxConnections": "many" } } }""", $"({file}, line 1)"),
        ])
        {
            await File.WriteAllTextAsync(file, text, TestContext.Current.CancellationToken);

            await ShouldRefuseAsync(host, said);
        }
    }

    [Theory]
    [MemberData(nameof(Hosts))]
    public async Task Start_PortTaken_NamesTheSetting(string host)
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;

        await ShouldRefuseAsync(
            host, $"Another program listens there: end it, or change {StartFolder.SectionOf(host)}:HttpPort.",
            $"--{StartFolder.SectionOf(host)}:HttpPort={port}");
    }

    [Theory]
    [MemberData(nameof(HostsWithData))]
    public async Task Start_DataFolderThatCannotBeMade_IsNamed(string host)
    {
        await File.WriteAllTextAsync(_folder.Combine("taken"), "", TestContext.Current.CancellationToken);
        var data = _folder.Combine("taken/data"); // root has all rights to folders; nobody has a folder in a file

        await ShouldRefuseAsync(host, _folder.Combine("taken"), $"--{StartFolder.SectionOf(host)}:DataDirectory={data}");
    }

    [Theory]
    [MemberData(nameof(HostsWithData))]
    public async Task Start_SecondServiceOnOneFolder_IsRefusedAndTheFirstServes(string host)
    {
        using var first = _folder.Serve(host);
        await first.IsUpAsync();

        await ShouldRefuseAsync(host, _folder.DataOf(host));

        await first.IsUpAsync();
    }

    [Theory]
    [InlineData(DescribedHosts.Analyzer, "reports.db")]
    [InlineData(DescribedHosts.Prober, "prober.db")]
    public async Task Start_DatabaseOfANewerVersion_IsRefusedAndLeftAlone(string host, string name)
    {
        using (var once = _folder.Serve(host))
        {
            await once.IsUpAsync();
            await once.EndAsync();
        }

        var file = Path.Combine(_folder.DataOf(host), name);
        await using (var database = new SqliteConnection($"Data Source={file};Pooling=false"))
        {
            await database.OpenAsync(TestContext.Current.CancellationToken);
            await using var command = database.CreateCommand();
            command.CommandText = "PRAGMA user_version = 9999";
            await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
        }

        var before = await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken);

        await ShouldRefuseAsync(host, file);

        (await File.ReadAllBytesAsync(file, TestContext.Current.CancellationToken)).ShouldBe(before);
    }

    private async Task ShouldRefuseAsync(string host, string said, params string[] arguments)
    {
        using var program = _folder.Start(host, arguments);

        var (code, output, errors) = await program.EndAsync();

        code.ShouldBe(ExitCode.NotDone, output + errors);
        errors.ShouldStartWith($"The {host} cannot start: ");
        errors.ShouldContain(said);
        (output + errors).ShouldNotContain("   at ");
        errors.Trim().Split('\n').Length.ShouldBe(1, errors);
    }
}
