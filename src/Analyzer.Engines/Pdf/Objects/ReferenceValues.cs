using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Interprets a reference to another object at its place.</summary>
internal sealed class ReferenceValues(IDocumentParts parts, ActionGraph actions, FrameStack frames, StreamDictionary stream)
{
    /// <param name="place">The object that the reference is in, which something is open in.</param>
    public void Take(int target, in ObjectPlace place)
    {
        ref var frame = ref frames.Top;
        if (frame.TakesFormScript)
        {
            TakeFormScript(target, place);
        }

        if (frame.IsDictionary)
        {
            TakeValue(ref frame, target, place);
            return;
        }

        switch (frame.Role)
        {
            case FrameRole.ActionList:
                actions.AddReference(frame.Origin, target, place);
                break;
            case FrameRole.ScriptTreeKids:
                parts.ScriptTree(target, place);
                break;
            case FrameRole.ScriptTreeNames:
                actions.AddReference(Origin.Of(Trigger.Open), target, place);
                break;
            case FrameRole.FontMatrix:
                parts.FontMatrix(target, place);
                break;
            case FrameRole.FilterList:
                stream.AddFilterReference(target);
                break;
            case FrameRole.ParametersList:
                stream.SetParametersReference(frame.Values, target);
                break;
            case FrameRole.FormPackets:
                parts.FormReference(target, place);
                break;
            case FrameRole.Object:
                frame.AddReference(target);
                if (frame.IsScriptTree)
                {
                    actions.AddReference(Origin.Of(Trigger.Open), target, place);
                    parts.ScriptTree(target, place);
                }

                break;
        }
    }

    /// <summary>An object that is an array or a dictionary ends: notes which others it refers to.</summary>
    public void EndObject(ref Frame frame, in ObjectPlace place)
    {
        // An array may be a list of actions; one with a name in it is a place to go to.
        if (frame.IsDictionary ? frame.OnlyEvents : !frame.HasNames)
        {
            for (var i = 0; i < frame.Remembered.Length; i++)
            {
                var way = frame.IsDictionary ? PdfEvents.WayOf(frame.Keys[i]) : Way.Action;
                actions.AddReference(frame.Origin with { Way = way }, frame.References[i], place);
            }
        }

        if (!frame.IsDictionary && frame.Strings > 0 && frame.Strings + frame.ReferenceCount == frame.Values)
        {
            parts.PacketList(frame.Remembered, frame.ReferenceCount > Frame.MaxReferences, frame.Strings == frame.ReferenceCount, place);
        }
    }

    private void TakeFormScript(int target, in ObjectPlace place)
    {
        actions.AddReference(Origin.Of(Trigger.Open), target, place, isScript: true);
        parts.ScriptReference(target, place);
    }

    private void TakeValue(ref Frame frame, int target, in ObjectPlace place)
    {
        if (!frame.HasKey)
        {
            return;
        }

        switch (frame.Role)
        {
            case FrameRole.Events:
                actions.AddReference(PdfEvents.OriginOf(frame.Key, place.Object), target, place);
                return;
            case FrameRole.EmbeddedFiles:
                // In a file with very many streams, the last ones have no name.
                if (!frames.Around.AddEmbedded(target))
                {
                    parts.EmbeddedFile(target, [], nameObject: 0, place);
                }

                return;
            case FrameRole.Parameters:
                ref var around = ref frames.Around;
                stream.SetParametersReference(around.Role == FrameRole.ParametersList ? around.Values : 0, DecodeParameters.Nowhere);
                return;
            case FrameRole.Object:
                stream.SetReference(frame.Key, target);
                frame.AddReference(target);
                break;
        }

        switch (frame.Key)
        {
            case PdfName.OpenAction:
                actions.AddReference(Origin.Of(Trigger.Open), target, place);
                break;
            case PdfName.FDF:
                actions.AddReference(Origin.Of(Trigger.Open), target, place);
                break;
            case PdfName.Doc when frame.HoldsScripts: // it is a list, whose scripts may be missed: then one was not read
                parts.ScriptReference(target, place);
                break;
            case PdfName.AA:
                frame.HasEvents = true;
                actions.AddReference(new(place.Object, Way.Events), target, place);
                break;
            case PdfName.S:
                frame.TypeObject = target;
                break;
            case PdfName.F or PdfName.UF or PdfName.Unix or PdfName.DOS or PdfName.Mac:
                frame.NameObject = frame.NameObject == 0 || frame.Key == PdfName.UF ? target : frame.NameObject;
                if (frame.Role is FrameRole.Action or FrameRole.Object)
                {
                    actions.AddReference(frame.Origin, target, place);
                }

                break;
            case PdfName.P when frames.Depth > 1 && frames.Around.Key is PdfName.Win or PdfName.Unix or PdfName.Mac:
                frame.Named |= ActionKinds.Program; // what it is started with
                break;
            case PdfName.Next or PdfName.Win when frame.Role is FrameRole.Action or FrameRole.Object:
                actions.AddReference(frame.Origin, target, place);
                break;
            case PdfName.Ref:
                actions.AddReference(Origin.Of(Trigger.Page), target, place);
                break;
            case PdfName.JavaScript:
            case PdfName.Kids or PdfName.Names when frame.IsScriptTree:
                parts.ScriptTree(target, place);
                break;
            case PdfName.A:
                frame.ActionObject = target;
                break;
            case PdfName.EF:
                frame.EmbeddedList = target;
                break;
            case PdfName.FontFile2 or PdfName.FontFile3:
                parts.FontFile(target, place);
                break;
            case PdfName.FontMatrix:
                parts.FontMatrix(target, place);
                break;
            case PdfName.URI:
                actions.AddReference(frame.Origin, target, place, isScript: true);
                parts.UriReference(target);
                break;
            case PdfName.JS:
                actions.AddReference(frame.Origin, target, place, isScript: true);
                parts.ScriptReference(target, place);
                break;
            case PdfName.OnInstantiate:
                actions.AddReference(Origin.Of(Trigger.Page), target, place, isScript: true);
                parts.ScriptReference(target, place);
                break;
            case PdfName.XFA:
                parts.FormReference(target, place);
                break;
        }
    }
}
