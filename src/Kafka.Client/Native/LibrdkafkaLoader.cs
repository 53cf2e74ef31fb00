using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Kafka.Client.Native;

/// <summary>
/// Finds the native library that the package brought. Confluent.Kafka and this assembly have to use the same one, since they share
/// handles.
/// </summary>
public static class LibrdkafkaLoader
{
    internal const string Name = "librdkafka";

    /// <summary>The package has several for Linux: the first wants a SASL library that Debian lacks, the last is for musl.</summary>
    private static readonly string[] Variants =
        OperatingSystem.IsLinux() ? [Name, "centos8-librdkafka", "alpine-librdkafka"] : [Name];

    private static readonly Lazy<nint> Library = new(Load);

    /// <summary>What is missing, as a message for the user; null when nothing is.</summary>
    public static string? Missing => Library.Value != 0
        ? null
        : $"Kafka needs the native library {Name}, which is not there for {RuntimeInformation.RuntimeIdentifier}: "
            + "use Windows, Linux or macOS on x64 or ARM64.";

    /// <exception cref="PlatformNotSupportedException">The native library is missing; the message says what to do.</exception>
    public static void ThrowIfMissing()
    {
        if (Missing is { } sentence)
        {
            throw new PlatformNotSupportedException(sentence);
        }
    }

    // A call without a transition to the collector binds when its caller is compiled, so that a resolver set there would come too late.
#pragma warning disable CA2255 // A library has no other place that runs before its first native call.
    [ModuleInitializer]
    internal static void Initialize()
    {
        NativeLibrary.SetDllImportResolver(typeof(LibrdkafkaLoader).Assembly, Resolve);
        NativeLibrary.SetDllImportResolver(typeof(ClientConfig).Assembly, Resolve);
    }
#pragma warning restore CA2255

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path) => name == Name ? Library.Value : 0;

    private static nint Load()
    {
        foreach (var name in Variants)
        {
            if (NativeLibrary.TryLoad(name, typeof(ClientConfig).Assembly, null, out var library))
            {
                return library;
            }
        }

        return 0;
    }
}
