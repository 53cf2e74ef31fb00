using System.Reflection;
using System.Runtime.Loader;

namespace Microbenchmarks;

/// <summary>An engine of another build, loaded from its file beside the one that this program was built with.</summary>
internal sealed class OtherEngine
{
    private readonly AppendBytes _append;
    private readonly Func<DateTimeOffset, TimeSpan, object> _complete;
    private readonly Action _reset;

    /// <param name="path">The file Analyzer.Engines.dll; what it needs lies beside it.</param>
    public OtherEngine(string path)
    {
        var type = new Context(Path.GetFullPath(path)).LoadFromAssemblyPath(Path.GetFullPath(path))
            .GetType("Analyzer.Engines.FileAnalysis", throwOnError: true)!;
        var analysis = Activator.CreateInstance(type)!;
        _append = Bind<AppendBytes>("Append");
        _complete = Bind<Func<DateTimeOffset, TimeSpan, object>>("Complete");
        _reset = Bind<Action>("Reset");

        T Bind<T>(string method)
            where T : Delegate => type.GetMethod(method, BindingFlags.Public | BindingFlags.Instance)!.CreateDelegate<T>(analysis);
    }

    private delegate void AppendBytes(ReadOnlySpan<byte> segment);

    /// <summary>Makes one pass over a file, in the segments of a transport.</summary>
    public object Analyze(ReadOnlySpan<byte> file)
    {
        for (var at = 0; at < file.Length; at += SamplePdf.SegmentLength)
        {
            _append(file.Slice(at, Math.Min(SamplePdf.SegmentLength, file.Length - at)));
        }

        var report = _complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        _reset();
        return report;
    }

    private sealed class Context(string path) : AssemblyLoadContext
    {
        protected override Assembly? Load(AssemblyName assemblyName)
        {
            var beside = Path.Combine(Path.GetDirectoryName(path)!, $"{assemblyName.Name}.dll");
            return File.Exists(beside) ? LoadFromAssemblyPath(beside) : null;
        }
    }
}
