using System.Net.Sockets;
using Hosting.Lifetime;
using Hosting.Settings;
using Hosting.Tests.Hello;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Options;

namespace Hosting.Tests.Settings;

public sealed class HostConfigurationTests : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.json");

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Value_InTheNamedFileAndOnTheCommandLine_IsThatOfTheCommandLine()
    {
        File.WriteAllText(_file, """{ "Hello": { "Manners": { "Patience": 5, "Word": "Moin" } } }""");

        var services = Services($"--config={_file}", "--Hello:Manners:Patience=7");

        var options = services.GetRequiredService<IOptions<HelloOptions>>().Value;
        (options.Word, options.Patience).ShouldBe(("Moin", 7));
    }

    [Fact]
    public void NamedFile_WhoseNameBeginsWithADot_IsRead()
    {
        using var folder = new TempDirectory();
        File.WriteAllText(folder.Combine(".prod.json"), """{ "Hello": { "Manners": { "Word": "Moin" } } }""");

        Services($"--config={folder.Combine(".prod.json")}").GetRequiredService<IOptions<HelloOptions>>().Value.Word.ShouldBe("Moin");
    }

    /// <summary>A ConfigMap or a deployment brings it so: <c>appsettings.Production.json</c> in a folder whose settings are read.</summary>
    [Fact]
    public void FileOfTheEnvironment_BesideTheExecutable_IsReadBeforeTheNamedFile()
    {
        var environment = $"{Guid.NewGuid():N}";
        var beside = Path.Combine(AppContext.BaseDirectory, $"appsettings.{environment}.json");
        File.WriteAllText(beside, """{ "Hello": { "Manners": { "Patience": 5, "Word": "Moin" } } }""");
        File.WriteAllText(_file, """{ "Hello": { "Manners": { "Patience": 7 } } }""");
        try
        {
            var options = Services($"--environment={environment}", $"--config={_file}").GetRequiredService<IOptions<HelloOptions>>().Value;

            (options.Word, options.Patience).ShouldBe(("Moin", 7));
        }
        finally
        {
            File.Delete(beside);
        }
    }

    [Fact]
    public void Size_WithAUnit_IsBound()
    {
        var services = Services("--Hello:Audit:MaxFileBytes=64KiB");

        services.GetRequiredService<IOptions<Hosting.Audit.AuditOptions>>().Value.MaxFileBytes.ShouldBe(65536);
    }

    [Fact]
    public void NamedFile_Absent_IsNamed() =>
        Should.Throw<FileNotFoundException>(() => HostConfiguration.CreateBuilder([$"--config={_file}"], Add))
            .Message.ShouldContain(_file);

    [Fact]
    public void NamedFile_ThatIsAFolder_IsToldSo()
    {
        using var folder = new TempDirectory();

        Should.Throw<FileNotFoundException>(() => HostConfiguration.CreateBuilder([$"--config={folder.Path}"], Add))
            .Message.ShouldBe($"{folder.Path} (--config) is a folder: name a file in it.");
    }

    /// <summary>A socket is a file that even root cannot open.</summary>
    [Fact]
    public void NamedFile_Unreadable_IsRefusedWithItsName()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(_file));

        var refused = Should.Throw<Exception>(() => HostConfiguration.CreateBuilder([$"--config={_file}"], Add));

        StartFailure.IsExpected(refused).ShouldBeTrue();
        StartFailure.Sentence(refused).ShouldContain(_file);
    }

    [Theory]
    [InlineData("")]
    [InlineData("""{ "Hello": {""")]
    public void NamedFile_HalfWritten_IsRefusedWithItsName(string text)
    {
        File.WriteAllText(_file, text);

        Should.Throw<InvalidDataException>(() => HostConfiguration.CreateBuilder([$"--config={_file}"], Add))
            .Message.ShouldContain(_file);
    }

    [Fact]
    public void NamedFile_HalfWrittenWhileTheHostRuns_ChangesNothingUntilItIsWhole()
    {
        File.WriteAllText(_file, """{ "Hello": { "Manners": { "Word": "Moin" } } }""");
        var configuration = HostConfiguration.CreateBuilder([$"--config={_file}"], Add).Configuration;

        File.WriteAllText(_file, """{ "Hello": { "Manners": { "Wo""");
        ((IConfigurationRoot)configuration).Reload();
        configuration["Hello:Manners:Word"].ShouldBe("Moin");
        File.WriteAllText(_file, """{ "Hello": { "Manners": { "Word": "Servus" } } }""");
        ((IConfigurationRoot)configuration).Reload();

        configuration["Hello:Manners:Word"].ShouldBe("Servus");
    }

    [Fact]
    public void NamedFile_Changed_IsNoticedWithoutWatchingItsFolder()
    {
        File.WriteAllText(_file, "{ }");

        var builder = HostConfiguration.CreateBuilder([$"--config={_file}"], Add);

        var files = ((IConfigurationBuilder)builder.Configuration).Sources.OfType<FileConfigurationSource>().ToList();
        files.OfType<SettingsFile>().ShouldContain(file => file.Path == Path.GetFileName(_file));

        // The framework adds some of its own, which are read once.
        files.Where(file => file.ReloadOnChange && !((PhysicalFileProvider)file.FileProvider!).UseActivePolling)
            .Select(file => file.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("_comment")]
    [InlineData("//")]
    public void Comment_WrittenAsAKey_IsToldHowToWriteOne(string key)
    {
        File.WriteAllText(_file, $$"""{ "Hello": { "{{key}}": "a note", "Manners": { "Word": "Moin" } } }""");

        Should.Throw<OptionsValidationException>(() => Services($"--config={_file}").ValidateSettings())
            .Message.ShouldContain(
                $"Hello:{key} ({_file}, line 1). A comment needs no name: it begins with // on a line of a settings file.");
    }

    [Fact]
    public void UnknownKey_InAFile_IsNamedWithItsLine()
    {
        File.WriteAllText(_file, """
            {
              // a comment
              "Hello": {
                "Manners": { "Word": "Moin" },
                "Maners": { "Word": 1 }
              }
            }
            """);

        Should.Throw<OptionsValidationException>(() => Services($"--config={_file}").ValidateSettings())
            .Message.ShouldContain($"Hello:Maners:Word ({_file}, line 5)");
    }

    [Theory]
    [InlineData("""{ "Manners": { "Word": "Moin" } }""", "Manners ({0}, line 1) stands outside of the section Hello")]
    [InlineData("""{ "LogFormat": "json" }""", "LogFormat ({0}, line 1) stands outside of the section Hello")]
    [InlineData("{ \n \"Helo\": { \"LogFormat\": \"json\" } }", "There is no section Helo ({0}, line 2). The settings stand in Hello.")]
    [InlineData("""{ "Hello__LogFormat": "json" }""", "There is no section Hello__LogFormat ({0}, line 1)")]
    [InlineData("""{ "hello.LogFormat": "json" }""", "There is no section hello.LogFormat ({0}, line 1)")]
    public void Key_OutsideOfTheSection_IsToldWithItsLine(string text, string said)
    {
        File.WriteAllText(_file, text);

        Should.Throw<OptionsValidationException>(() => Services($"--config={_file}").ValidateSettings())
            .Message.ShouldContain(string.Format(System.Globalization.CultureInfo.InvariantCulture, said, _file));
    }

    [Fact]
    public void SectionsOfOthers_InTheFile_AreLeftAlone()
    {
        File.WriteAllText(
            _file, """{ "AllowedHosts": "*", "Logging": { "LogLevel": { "Default": "Warning" } }, "Serilog": { "A": 1 }, "Hello": { } }""");

        Services($"--config={_file}").ValidateSettings();
    }

    [Theory]
    [InlineData("""{ "Hello": { "Manners": { "Word": "C:\temp" } } }""")] // in JSON: C:, a tabulator, and emp
    public void Value_WithAControlCharacter_IsRefusedWithItsLine(string text)
    {
        File.WriteAllText(_file, text);

        Should.Throw<OptionsValidationException>(() => Services($"--config={_file}").ValidateSettings())
            .Message.ShouldContain($"Hello:Manners:Word ({_file}, line 1) has a control character: in JSON write \\\\ for each backslash.");
    }

    private static ServiceProvider Services(params string[] settings) =>
        HostConfiguration.CreateBuilder(settings, Add).Services.BuildServiceProvider();

    private static void Add(IServiceCollection services) => services.AddHelloSettings();
}
