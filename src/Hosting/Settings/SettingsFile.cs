using Microsoft.Extensions.Configuration.Json;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.FileProviders.Physical;

namespace Hosting.Settings;

/// <summary>
/// A file of settings that may be absent. A changed file is read within some seconds, for the settings that a host applies while it runs;
/// one that is half written meanwhile is left alone. The file is looked at now and then: the system is not asked to watch its folder.
/// </summary>
internal sealed class SettingsFile : JsonConfigurationSource
{
    private bool _isRead;

    /// <param name="path">Absolute; its folder exists.</param>
    public static SettingsFile At(string path)
    {
        var file = new SettingsFile
        {
            Path = System.IO.Path.GetFileName(path),
            FileProvider = new PhysicalFileProvider(System.IO.Path.GetDirectoryName(path)!, ExclusionFilters.None) // .NAME.json too
            {
                UsePollingFileWatcher = true,
                UseActivePolling = true,
            },
            Optional = true,
            ReloadOnChange = true,
        };
        file.OnLoadException = failed => failed.Ignore = file._isRead;
        return file;
    }

    public override IConfigurationProvider Build(IConfigurationBuilder builder)
    {
        EnsureDefaults(builder);
        return new Provider(this);
    }

    private sealed class Provider(SettingsFile file) : JsonConfigurationProvider(file)
    {
        public override void Load()
        {
            base.Load();
            file._isRead = true;
        }

        public override void Load(Stream stream)
        {
            try
            {
                using var text = new MemoryStream();
                stream.CopyTo(text);
                var json = SettingsText.ToUtf8(text.ToArray());
                SettingsText.Check(json);
                base.Load(new MemoryStream(json));
            }
            catch (FormatException) when (file._isRead)
            {
                // The settings that were read before stay; when the file is whole, it is read again.
            }
        }
    }
}
