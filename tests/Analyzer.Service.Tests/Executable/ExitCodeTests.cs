using System.Net;
using Analyzer.Service.Tests.Commands;
using Hosting.Lifetime;
using Microsoft.Data.Sqlite;

namespace Analyzer.Service.Tests.Executable;

/// <summary>What the executable tells the shell; <see cref="InterruptionTests"/> has the fourth code.</summary>
public sealed class ExitCodeTests : IDisposable
{
    private readonly TempDirectory _folder = new("executable");
    private readonly Workshop _workshop = new();

    public void Dispose()
    {
        _workshop.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("--help", "export")]
    [InlineData("-h", "Limits:MaxFileBytes (1GiB)")]
    [InlineData("--version", "1.0.0")]
    [InlineData("check --help", "says whether it is sound")]
    public async Task Run_AskedForHelp_PrintsItAndMakesNothing(string arguments, string text)
    {
        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, arguments.Split(' '));

        code.ShouldBe(ExitCode.Done, errors);
        output.ShouldContain(text);
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("export a b", "Unrecognized command or argument 'b'")]
    [InlineData("export --file=x", "There is no option --file=x.")]
    [InlineData("chekc", "Unrecognized command or argument 'chekc'")]
    [InlineData("check --Analyzer:Store", "--Analyzer:Store has no value: write --Analyzer:Store=Value.")]
    [InlineData("--Analyzer:HttpPrt=1", "There is no setting Analyzer:HttpPrt. The most similar one is Analyzer:HttpPort.")]
    [InlineData("--Analyzer:Ceilings:Enabled=true", "There is no setting Analyzer:Ceilings:Enabled.")]
    [InlineData("check --Analyzer:HttpPrt 1", "There is no setting Analyzer:HttpPrt.")]
    [InlineData("--Analyzer:HttpPort=x", "Analyzer:HttpPort=x is not valid: x is no whole number. It has to be a number from 0 to 65535.")]
    [InlineData("--Analyzer:Certificate=absent.pfx --Analyzer:HttpPort=0", "The analyzer cannot start:")]
    [InlineData("--Analyzer:Deletion=maybe", "Analyzer:Deletion")]
    [InlineData("--Analyzer:Limits:IdleTimeout=soon", "a time such as 30s, 15min or 90d")]
    public async Task Run_WrongArguments_IsNotDoneAndMakesNothing(string arguments, string message)
    {
        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, arguments.Split(' '));

        code.ShouldBe(ExitCode.NotDone, output + errors);
        errors.ShouldContain(message);
        errors.ShouldNotContain("   at ");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Check_SoundThenDamaged_IsDoneThenFound()
    {
        var store = await _workshop.StoreAsync("store", Workshop.Some(3));
        (await ServiceExecutable.RunAsync(_folder.Path, "check", store)).Code.ShouldBe(ExitCode.Done);
        using (var connection = new SqliteConnection($"Data Source={_workshop.File(Path.Combine("store", "reports.db"))};Pooling=false"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "UPDATE reports SET engine = 77 WHERE n = 2";
            command.ExecuteNonQuery();
        }

        (await ServiceExecutable.RunAsync(_folder.Path, "check", store)).Code.ShouldBe(ExitCode.Found);
    }

    [Fact]
    public async Task Serve_PortTaken_IsNotDone()
    {
        using var taken = new System.Net.Sockets.TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;

        var (code, output, errors) = await ServiceExecutable.RunAsync(_folder.Path, $"--Analyzer:HttpPort={port}", "--Analyzer:GrpcPort=0");

        code.ShouldBe(ExitCode.NotDone);
        errors.Trim().ShouldBe(
            $"The analyzer cannot start: Failed to bind to address 127.0.0.1:{port}: address already in use. "
            + "Another program listens there: end it, or change Analyzer:HttpPort.");
        output.ShouldNotContain("   at ");
        output.Split('\n').ShouldAllBe(line => line.Length == 0 || line.Contains("Z info: ") || line.StartsWith("      "), output);
    }

    /// <summary>192.0.2.0/24 is for documents (RFC 5737): no machine has it.</summary>
    [Fact]
    public async Task Serve_AddressThatTheMachineLacks_IsNotDoneAndSaysSo()
    {
        using var keys = new ClientKeys();

        var (code, output, errors) = await ServiceExecutable.RunAsync(
            _folder.Path, $"--Analyzer:Keys={keys.File}", "--Analyzer:AllowPlaintext=true", "--Analyzer:Address=192.0.2.1");

        code.ShouldBe(ExitCode.NotDone);
        errors.ShouldStartWith("The analyzer cannot start: Failed to bind to address 192.0.2.1:5080: ");
        errors.ShouldEndWith(" It comes from Analyzer:Address and Analyzer:HttpPort.\n");
        errors.Trim().Split('\n').ShouldHaveSingleItem();
        output.Split('\n').ShouldAllBe(line => line.Length == 0 || line.Contains("Z info: ") || line.StartsWith("      "), output);
    }

    [Fact]
    public async Task Serve_CertificateWithoutItsKey_IsNotDoneAndSaysSo()
    {
        using var authority = new TestAuthority();
        await File.WriteAllTextAsync(_folder.Combine("server.pem"), authority.Pem, TestContext.Current.CancellationToken);

        var (code, output, errors) = await ServiceExecutable.RunAsync(
            _folder.Path, "--Analyzer:HttpPort=0", "--Analyzer:GrpcPort=0", "--Analyzer:Certificate=server.pem");

        code.ShouldBe(ExitCode.NotDone);
        errors.ShouldStartWith("The analyzer cannot start: Analyzer:Certificate=server.pem cannot be used: ");
        errors.Trim().Split('\n').ShouldHaveSingleItem();
        output.ShouldBeEmpty();
    }

    [Fact]
    public async Task Serve_InputEnds_StopsInGoodOrder()
    {
        using var service = ServiceExecutable.Start(
            _folder.Path, "--Analyzer:HttpPort=0", "--Analyzer:GrpcPort=0", "--Analyzer:StopAtEndOfInput=true");

        var (code, output, errors) = await service.EndAsync();

        code.ShouldBe(ExitCode.Done, output + errors);
        output.ShouldContain("This is analyzer 1.0.0");
        output.ShouldContain("Serving HTTP/1.1; cleartext HTTP/2");
        Directory.Exists(_folder.Combine("data")).ShouldBeTrue();
    }
}
