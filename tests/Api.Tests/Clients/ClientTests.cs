using System.Security.Cryptography;
using Api.Tests.Hosts;
using Api.Tests.Npm;

namespace Api.Tests.Clients;

/// <summary>Clients that are generated from the documents compile, upload a file, and are answered as the documents say.</summary>
public sealed class ClientTests(DescribedHosts hosts) : IDisposable
{
    private readonly TempDirectory _folder = new("clients");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task TypeScript_OfAllDocuments_CompilesStrictlyAndUploads()
    {
        foreach (var name in (string[])["tsconfig.json", "package.json"])
        {
            NpmTools.Copy(_folder.Path, "Npm", name);
        }

        NpmTools.Copy(_folder.Path, "Clients", "upload.ts");
        File.WriteAllText(_folder.Combine("package.json"), """{"type":"module"}""");
        foreach (var host in DescribedHosts.Names.Select(row => row.Data))
        {
            var (made, why) = await NpmTools.RunAsync(_folder.Path, "openapi-typescript", hosts.File(host), "-o", $"{host}.ts");
            made.ShouldBe(0, why);
        }

        Directory.CreateSymbolicLink(_folder.Combine("node_modules"), Path.Combine(NpmTools.Folder, "node_modules"));

        var (compiled, said) = await NpmTools.RunAsync(_folder.Path, "tsc", "--project", ".");
        compiled.ShouldBe(0, said);
        var (ran, output) = await NpmTools.RunProgramAsync(_folder.Path, "node", ["out/upload.js", .. Arguments("TypeScript")]);

        ran.ShouldBe(0, output);
        var report = $"unable {Digest("TypeScript")} 10";
        output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where((_, i) => i != 2).ShouldBe(
            [report, report, "404 urn:analyzer:problem:not-found", "1", "1", "true"]);
    }

    [Fact]
    public async Task Python_OfAllDocuments_Uploads()
    {
        var python = InstalledProgram.SkipUnlessPresent("python3", package: "python3");
        var (known, _) = await NpmTools.RunProgramAsync(_folder.Path, python, "-c", "import jsonschema");
        if (known != 0)
        {
            MissingPeer.Skip("python3-jsonschema is not installed: this test needs it (Debian: apt-get install python3-jsonschema).");
        }

        foreach (var name in (string[])["generate.py", "upload.py"])
        {
            NpmTools.Copy(_folder.Path, "Clients", name);
        }

        foreach (var host in DescribedHosts.Names.Select(row => row.Data))
        {
            var (made, why) = await NpmTools.RunProgramAsync(_folder.Path, python, "generate.py", hosts.File(host), $"{host}.py");
            made.ShouldBe(0, why);
        }

        var (ran, output) = await NpmTools.RunProgramAsync(_folder.Path, python, ["upload.py", .. Arguments("Python")]);

        ran.ShouldBe(0, output);
        var report = $"unable {Digest("Python")} 6";
        output.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
            [report, report, "True", "404 urn:analyzer:problem:not-found", "maximum", "1", "1", "True"]);
    }

    private static string Digest(string text) => Convert.ToHexStringLower(SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(text)));

    private IEnumerable<string> Arguments(string text)
    {
        File.WriteAllText(_folder.Combine("file.bin"), text);
        return
        [
            Address(DescribedHosts.Analyzer), _folder.Combine("file.bin"), Address(DescribedHosts.Journal), Address(DescribedHosts.Prober),
            Address(DescribedHosts.Sigma), Address(DescribedHosts.Gateway),
        ];

        string Address(string host) => hosts.Address(host).ToString().TrimEnd('/');
    }
}
