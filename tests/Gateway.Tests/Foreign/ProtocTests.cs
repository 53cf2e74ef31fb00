using System.Diagnostics;

namespace Gateway.Tests.Foreign;

/// <summary>A client may have to use the compiler of its system: protos/README.md says which are new enough.</summary>
public sealed class ProtocTests
{
    [Theory]
    [InlineData("analyzer/v1/analyzer.proto")]
    [InlineData("ceilings/v1/ceilings.proto")]
    public async Task Proto_ByDebiansCompiler_Compiles(string file)
    {
        var protoc = InstalledProgram.SkipUnlessPresent("protoc", "protobuf-compiler libprotobuf-dev");
        using var folder = new TempDirectory("protoc");
        var protos = Path.Combine(SharedData.RepositoryRoot, "protos");

        using var process = Process.Start(new ProcessStartInfo(protoc, [$"-I{protos}", $"--python_out={folder.Path}", file])
        {
            RedirectStandardError = true,
        })!;
        var errors = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();

        process.ExitCode.ShouldBe(0, errors);
        File.Exists(Path.Combine(folder.Path, file.Replace(".proto", "_pb2.py"))).ShouldBeTrue();
    }
}
