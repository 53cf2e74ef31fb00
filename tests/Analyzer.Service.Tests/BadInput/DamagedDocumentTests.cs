using System.IO.Compression;
using System.Text;
using System.Text.Json.Nodes;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.BadInput;

/// <summary>Documents that are damaged, or made to mislead: the report says what was not seen, over REST and gRPC alike.</summary>
public sealed class DamagedDocumentTests
{
    private const string ObjectStream = "/Type/ObjStm/N 1/First 4";

    private static readonly byte[] Packed = Zlib("3 0 <</A/B>>");

    private static readonly Dictionary<string, (Func<byte[]> File, string Verdict, string Told)> Cases = new()
    {
        ["broken Flate data"] = (() => Stream($"{ObjectStream}/Filter/FlateDecode", [.. Packed[..4], .. new byte[9]]),
            "unable", "unopenedObjectStreams 1, skipped.broken 1"),
        ["a predictor with 0 columns"] = (() => Stream($"{ObjectStream}/Filter/Fl/DecodeParms<</Predictor 12/Columns 0>>", Packed),
            "unable", "unopenedObjectStreams 1, skipped.broken 1"),
        ["/First beyond the end"] = (() => Stream("/Type/ObjStm/N 1/First 99999/Filter/FlateDecode", Packed),
            "unable", "unopenedObjectStreams 1, skipped.broken 1"),
        ["an object stream within an object stream"] = (
            () => Stream($"{ObjectStream}/Filter/Fl", Zlib("3 0 <</Type/ObjStm/N 1/First 4>>stream\n7 0 (x)\nendstream")),
            "clean", "streams 1, opened 1, unopenedObjectStreams 0"),
        ["a filter array with null"] = (() => Stream($"{ObjectStream}/Filter[null/FlateDecode]", Packed),
            "unable", "unopenedObjectStreams 1, skipped.unknownFilter 1"),
        ["objects that share an offset"] = (() => Stream("/Type/ObjStm/N 2/First 8", [.. "3 0 7 0 <</S/URI/URI(http://x)>>"u8]),
            "unable", "unopenedObjectStreams 1, skipped.broken 1"),
        ["an object that the end of its stream cuts"] = (
            () => Stream($"{ObjectStream}/Length 33", [.. "3 0 <</A(\nendstream\n)/S/URI/URI(x)>>"u8]),
            "unable", "unopenedObjectStreams 1, skipped.broken 1"),
        ["an object that another's beginning cuts"] = (
            () => File("1 0 obj<</OpenAction 6 0 R>>endobj 6 0 obj<</A(9 0 obj )/S/URI/URI(http://x)>>endobj "),
            "unable", "unopenedObjectStreams 0, actionsWithoutTarget 0, cut-object 1"),
        ["/Length -1"] = (() => Stream($"{ObjectStream}/Filter/Fl/Length -1", Packed), "clean", "opened 1, unopenedObjectStreams 0"),
        ["a cycle of actions"] = (
            () => File("1 0 obj<</OpenAction 2 0 R>>endobj 2 0 obj<</S/GoTo/Next 3 0 R>>endobj 3 0 obj<</S/Hide/Next 2 0 R>>endobj "),
            "clean", "actionsWithoutTarget 0"),
        ["an action whose target is missing"] = (() => File("1 0 obj<</OpenAction 2 0 R>>endobj "), "unable", "actionsWithoutTarget 1"),
        ["a million objects"] = (
            () => File(string.Concat(
                Enumerable.Range(9, 1_000_000).Select(i => $"{i} 0 obj 1 endobj ").Append("1 0 obj<</OpenAction 99999 0 R>>"))),
            "unable", "actionsWithoutTarget 1"),
        ["strings never closed"] = (
            () => File("1 0 obj(never 2 0 obj<never 3 0 obj[(never((4 0 obj<</OpenAction 9 0 R/A(never endobj "),
            "unable", "actionsWithoutTarget 1"),
        ["an encrypted object stream"] = (
            () => [.. Stream($"{ObjectStream}/Filter/Fl", [.. Enumerable.Repeat((byte)0x5A, 64)]), .. "trailer<</Encrypt 9 0 R>>"u8],
            "unable", "unopenedObjectStreams 1, skipped.encrypted 1, skipped.broken 0"),
        ["a filter that another object names later"] = (
            () => [.. Stream($"{ObjectStream}/Filter 7 0 R", Packed), .. "7 0 obj/FlateDecode endobj"u8],
            "unable", "unopenedObjectStreams 1, skipped.unknownFilter 1"),
        ["a script that is not there"] = (() => File("1 0 obj<</JS 2 0 R>>endobj "), "unable", "unreadScripts 1"),
        ["a bomb"] = (() => Stream($"{ObjectStream}/Filter[/Fl/Fl]", Zlib(Zlib(new byte[8 << 20]))),
            "suspicious", "unopenedObjectStreams 1, skipped.overLimit 1"),
    };

    [Fact]
    public async Task Submit_DamagedDocuments_TellsOverEveryEdgeWhatWasNotSeen()
    {
        // A host for each edge: what one has analyzed, the other does not know.
        await using var rest = await AnalyzerHost.StartAsync();
        await using var grpc = await AnalyzerHost.StartAsync();
        using var clean = rest.Log.ExpectClean();
        using var cleanToo = grpc.Log.ExpectClean();
        using var restEdge = await EdgeKind.RestHttp1.ConnectAsync(rest);
        using var grpcEdge = await EdgeKind.Grpc.ConnectAsync(grpc);
        foreach (var (name, (file, verdict, told)) in Cases)
        {
            var bytes = file();
            var report = await SubmitAsync(restEdge, bytes);

            ((string?)report["verdict"]).ShouldBe(verdict, name);
            foreach (var part in told.Split(", "))
            {
                var what = part.Split(' ')[0];
                var counted = what.Split('.').Aggregate(report["coverage"], (node, member) => node?[member])
                    ?? report["unable"]?.AsArray().SingleOrDefault(unable => (string?)unable!["reason"] == what)?["count"];
                $"{part.Split(' ')[0]} {counted}".ShouldBe(part, name);
            }

            (await SubmitAsync(grpcEdge, bytes)).ToJsonString().ShouldBe(report.ToJsonString(), name);
        }
    }

    private static async Task<JsonNode> SubmitAsync(IEdge edge, byte[] file)
    {
        var pieces = Pieces.Of([.. file.Chunk(1 << 20)]);
        var answer = await edge.SubmitAsync(pieces, null, file.Length, TestContext.Current.CancellationToken).Within();
        answer.Known.ShouldBe(false, answer.Detail);
        return answer.Report!;
    }

    private static byte[] File(string objects) => Encoding.Latin1.GetBytes($"%PDF-1.7\n{objects}");

    private static byte[] Stream(string entries, byte[] data) =>
        [.. File($"5 0 obj<<{entries}>>stream\n"), .. data, .. "\nendstream endobj\n"u8];

    private static byte[] Zlib(string content) => Zlib(Encoding.Latin1.GetBytes(content));

    private static byte[] Zlib(byte[] content)
    {
        using var target = new MemoryStream();
        using (var zlib = new ZLibStream(target, CompressionLevel.Optimal))
        {
            zlib.Write(content);
        }

        return target.ToArray();
    }
}
